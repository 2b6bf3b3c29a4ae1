import { IsIn, IsISO8601, IsOptional, IsUUID, Matches } from 'class-validator';
import { PageQuery } from '../database/page.dto';

/** Of ISO 8601 what Date reads: it knows no weeks, and misreads days of the year. */
const CALENDAR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const calendarTime = { message: '$property must be a date or a time, such as 2026-05-31T09:30:00Z' };

/** Filters of the ledger. Times are ISO 8601 by the calendar, 2026-05-31 or 2026-05-31T09:30:00Z; `from` is included, `to` is not. */
export class LedgerQuery extends PageQuery {
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

  /** `csv`: all that the filters let through, as a file; limit and cursor mean nothing then. */
  @IsOptional()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}
