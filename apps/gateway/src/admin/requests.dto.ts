import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { USAGE_GROUPS, type UsageGroup } from '../requests/usage.service';
import { CalendarTime } from './calendar-time';

/** Filters of the request log. `from` is included, `to` is not. */
export class RequestsQuery {
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @IsOptional()
  @IsUUID()
  key_id?: string;

  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u, { message: 'model must be the id of a model' })
  model?: string;

  /** Of HTTP; 499: the client had left. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(599)
  status?: number;

  @IsOptional()
  @Matches(/^[a-z_]{1,64}$/, { message: 'code must be a code of the error table' })
  code?: string;

  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;

  /** 1 to 200; left out: 50. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  /** What the page before gave as next_cursor. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,200}$/, { message: 'cursor must be the next_cursor of the page before' })
  cursor?: string;
}

/** What to sum up. Left out, `from` is 31 days ago and `to` is now. */
export class UsageQuery {
  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;

  /** Any of day, customer, key, model, route, separated by commas; left out: day. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayMinSize(1)
  @ArrayMaxSize(USAGE_GROUPS.length)
  @ArrayUnique()
  @IsIn(USAGE_GROUPS, { each: true, message: `group_by must be some of ${USAGE_GROUPS.join(', ')}, separated by commas` })
  group_by?: UsageGroup[];
}
