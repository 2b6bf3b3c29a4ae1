import { Type } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';

export class CustomerPath {
  @IsUUID()
  id: string;
}

/** Of ISO 8601 what Date reads: it knows no weeks, and misreads days of the year. */
const CALENDAR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const calendarTime = { message: '$property must be a date or a time, such as 2026-05-31T09:30:00Z' };

/** Filters of the ledger. Times are ISO 8601 by the calendar, 2026-05-31 or 2026-05-31T09:30:00Z; `from` is included, `to` is not. */
export class LedgerQuery {
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/, { message: 'request_id must be the id of a request' })
  request_id?: string;

  @IsOptional()
  @IsISO8601({ strict: true }, calendarTime)
  @Matches(CALENDAR_TIME, calendarTime)
  from?: string;

  @IsOptional()
  @IsISO8601({ strict: true }, calendarTime)
  @Matches(CALENDAR_TIME, calendarTime)
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
