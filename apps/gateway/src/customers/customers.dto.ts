import { IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { timeZoneProblem } from '../database/time-zone';

const MOST_TASKS = 1_000_000;

class TaskLimits {
  /** The maximum number of unfinished image tasks. Further submissions get 429. Defaults to 2,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_open_tasks?: number;

  /** The maximum of succeeded tasks that were not retrieved. More get 429. Defaults to 2,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(MOST_TASKS)
  max_unfetched_tasks?: number;
}

export class CreateCustomerDto extends TaskLimits {
  @IsLine({ min: 1, max: 200 })
  name: string;

  /** IANA time zone of budgets' days and months. Defaults to Asia/Shanghai. */
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  time_zone?: string;

  @MayBeAbsent()
  @IsIn(['active', 'suspended'])
  status?: 'active' | 'suspended';
}

export class ChangeCustomerDto extends TaskLimits {
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
