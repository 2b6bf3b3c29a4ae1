import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional } from 'class-validator';
import { LOSS_GROUPS, type LossGroup } from '../billing';
import { CalendarTime } from './calendar-time';

/** `from` defaults to 31 days ago, `to` to now. */
export class LossesQuery {
  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;

  /** Any of day, key, model, route, reason, separated by commas. Defaults to day. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayMinSize(1)
  @ArrayMaxSize(LOSS_GROUPS.length)
  @ArrayUnique()
  @IsIn(LOSS_GROUPS, {
    each: true,
    message: `group_by must be one or more of ${LOSS_GROUPS.join(', ')}, separated by commas`,
  })
  group_by?: LossGroup[];
}
