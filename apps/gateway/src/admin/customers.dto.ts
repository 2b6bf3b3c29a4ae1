import { lineProblem, lineSchema } from '@shipyard/contracts';
import { Describe, Satisfies } from '@shipyard/http';
import { IsOptional } from 'class-validator';
import { PageQuery } from '../database/page.dto';

const NAME = { min: 1, max: 200 };

export class CustomersQuery extends PageQuery {
  @Describe('A part of the names, in any case. If absent: all customers.')
  @IsOptional()
  @Satisfies((value) => lineProblem(value, NAME), lineSchema(NAME))
  name?: string;
}
