import { IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { timeZoneProblem } from '../database/time-zone';

const MOST_TASKS = 1_000_000;

/** 0 to 1,000,000 each. */
class TaskLimits {
  /** Image tasks that have not ended, at most; beyond, a submission is answered 429. A new customer has 2,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_open_tasks?: number;

  /** Image tasks that succeeded and that nobody has fetched, at most; beyond, a submission is answered 429. A new customer has 2,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_unfetched_tasks?: number;
}

export class CreateCustomerDto extends TaskLimits {
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

export class ChangeCustomerDto extends TaskLimits {
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
