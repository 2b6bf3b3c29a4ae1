import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { PageQuery } from '../database/page.dto';
import { CalendarTime } from './calendar-time';

/** Times are ISO 8601: 2026-05-31 or 2026-05-31T09:30:00Z. `from` is inclusive, `to` is exclusive. */
export class LedgerQuery extends PageQuery {
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/, { message: 'request_id must be the id of a request' })
  request_id?: string;

  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;

  /** `csv`: all matching rows as a file, without limit and cursor. */
  @IsOptional()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}
