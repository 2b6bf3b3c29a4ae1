import { Describe } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional } from 'class-validator';
import { LOSS_GROUPS, type LossGroup } from '../billing';
import { CalendarTime } from '../database/calendar-time';
import { DEFAULT_FROM } from '../database/report-range';

export class LossesQuery {
  @Describe(`A date (midnight in UTC) or a time with its offset. ${DEFAULT_FROM}`)
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: losses before it. If absent: now.')
  @CalendarTime()
  to?: string;

  @Describe('Any of day, customer, key, model, route, reason, separated by commas. If absent: day.')
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
