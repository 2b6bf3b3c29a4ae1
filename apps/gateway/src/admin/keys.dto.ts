import { IsOptional, IsUUID } from 'class-validator';
import { PageQuery } from '../database/page.dto';

export class KeysQuery extends PageQuery {
  @IsOptional()
  @IsUUID()
  customer_id?: string;
}
