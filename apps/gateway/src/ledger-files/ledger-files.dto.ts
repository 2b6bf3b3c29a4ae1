import { Describe } from '@shipyard/http';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { CalendarTime } from '../database/calendar-time';

/** The filters of the ledger. Times are ISO 8601: `from` is inclusive, `to` is exclusive. */
export class CreateLedgerFileDto {
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

  @Describe('A date (midnight in UTC) or a time with its offset: rows before it. If absent, or later than now: now.')
  @CalendarTime()
  to?: string;
}
