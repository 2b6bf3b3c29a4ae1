import { IsQueryNumber } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { PageQuery } from '../database/page.dto';
import { USAGE_GROUPS, type UsageGroup } from '../requests';
import { CalendarTime } from './calendar-time';

export class RequestsQuery extends PageQuery {
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @IsOptional()
  @IsUUID()
  key_id?: string;

  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u, { message: 'model must be the id of a model' })
  model?: string;

  /** The HTTP status. 499: the client disconnected. */
  @IsQueryNumber(100, 599)
  status?: number;

  @IsOptional()
  @Matches(/^[a-z_]{1,64}$/, { message: 'code must be a code of the error table' })
  code?: string;

  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;
}

/** `from` defaults to 31 days ago, `to` to now. */
export class UsageQuery {
  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;

  /** Any of day, customer, key, model, route, separated by commas. Defaults to day. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayMinSize(1)
  @ArrayMaxSize(USAGE_GROUPS.length)
  @ArrayUnique()
  @IsIn(USAGE_GROUPS, {
    each: true,
    message: `group_by must be one or more of ${USAGE_GROUPS.join(', ')}, separated by commas`,
  })
  group_by?: UsageGroup[];
}
