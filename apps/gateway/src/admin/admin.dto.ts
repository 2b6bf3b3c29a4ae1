import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { CalendarTime } from './calendar-time';

export class CustomerPath {
  @IsUUID()
  id: string;
}

/** Filters of the ledger. Times are ISO 8601 by the calendar, 2026-05-31 or 2026-05-31T09:30:00Z; `from` is included, `to` is not. */
export class LedgerQuery {
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
