import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { timeZoneProblem } from '../database/time-zone';
import { CUSTOMER_STATUSES, type CustomerStatus } from './customer.entity';

const MOST_TASKS = 1_000_000;

class TaskLimits {
  @Describe('The maximum number of unfinished image tasks. Further submissions get 429. A new customer gets 2,000.')
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_open_tasks?: number;

  @Describe(
    'The maximum number of succeeded image tasks that were not retrieved. Further submissions get 429. A new customer gets 2,000.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_unfetched_tasks?: number;
}

export class CreateCustomerDto extends TaskLimits {
  @Describe('1-200 characters.')
  @IsLine({ min: 1, max: 200 })
  name: string;

  @Describe('The IANA time zone of the days and months of budgets. If absent: Asia/Shanghai.')
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @Describe('Keys of a suspended customer are refused. If absent: active.')
  @MayBeAbsent()
  @IsIn(CUSTOMER_STATUSES)
  status?: CustomerStatus;
}

export class ChangeCustomerDto extends TaskLimits {
  @Describe('1-200 characters.')
  @MayBeAbsent()
  @IsLine({ min: 1, max: 200 })
  name?: string;

  @Describe('The IANA time zone of the days and months of budgets, such as Asia/Shanghai.')
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @Describe('Keys of a suspended customer are refused.')
  @MayBeAbsent()
  @IsIn(CUSTOMER_STATUSES)
  status?: CustomerStatus;
}
