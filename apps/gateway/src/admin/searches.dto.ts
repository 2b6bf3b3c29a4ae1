import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsOptional, IsUUID, Matches } from 'class-validator';
import { CalendarTime } from '../database/calendar-time';
import { PageQuery } from '../database/page.dto';

export class SearchesQuery extends PageQuery {
  @Describe('The id of a customer. If absent: the searches of all customers.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @Describe('The id of a key.')
  @IsOptional()
  @IsUUID()
  key_id?: string;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsQueryNumber(100, 599)
  status?: number;

  @Describe('An error code, such as `rate_limit_exceeded`.')
  @IsOptional()
  @Matches(/^[a-z_]{1,64}$/, { message: 'code must be a code of the error table' })
  code?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: searches from then on.')
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: searches before it.')
  @CalendarTime()
  to?: string;
}
