import { Describe } from '@shipyard/http';
import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { PageQuery } from '../database/page.dto';
import { CalendarTime } from '../database/calendar-time';

/** Times are ISO 8601: 2026-05-31 or 2026-05-31T09:30:00Z. `from` is inclusive, `to` is exclusive. */
export class LedgerQuery extends PageQuery {
  @Describe('The id of a customer. If absent: the rows of all customers.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @Describe('The `X-Request-Id` of a call: 1-128 of `A-Z a-z 0-9 . _ : -`.')
  @IsOptional()
  @Matches(/^[A-Za-z0-9._:-]{1,128}$/, { message: 'request_id must be the id of a request' })
  request_id?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: rows from then on.')
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: rows before it.')
  @CalendarTime()
  to?: string;

  @Describe('`csv`: all matching rows as a file, without limit and cursor. If absent: json.')
  @IsOptional()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}
