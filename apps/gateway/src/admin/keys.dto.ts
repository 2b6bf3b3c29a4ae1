import { Describe } from '@shipyard/http';
import { IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../database/page.dto';

export class KeysQuery extends PageQuery {
  @Describe('The id of a customer. If absent: the keys of all customers.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;
}
