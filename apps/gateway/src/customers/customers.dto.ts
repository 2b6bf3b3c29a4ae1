import { IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { timeZoneProblem } from './time-zone';

export class CreateCustomerDto {
  /** 1-200 characters. */
  @IsLine({ min: 1, max: 200 })
  name: string;

  /** IANA's name, whose days and months budgets follow; left out: Asia/Shanghai. */
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  /** Left out: active. */
  @MayBeAbsent()
  @IsIn(['active', 'suspended'])
  status?: 'active' | 'suspended';
}

export class ChangeCustomerDto {
  /** 1-200 characters. */
  @MayBeAbsent()
  @IsLine({ min: 1, max: 200 })
  name?: string;

  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @MayBeAbsent()
  @IsIn(['active', 'suspended'])
  status?: 'active' | 'suspended';
}
