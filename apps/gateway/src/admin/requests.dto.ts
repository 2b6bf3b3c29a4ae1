import { Describe, IsQueryNumber } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { PageQuery } from '../database/page.dto';
import { USAGE_GROUPS, type UsageGroup } from '../request-log';
import { CalendarTime } from '../database/calendar-time';
import { DEFAULT_FROM } from '../database/report-range';

export class RequestsQuery extends PageQuery {
  @Describe('The id of a customer. If absent: the requests of all customers.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @Describe('The id of a key.')
  @IsOptional()
  @IsUUID()
  key_id?: string;

  @Describe('The id of a model.')
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u, { message: 'model must be the id of a model' })
  model?: string;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsQueryNumber(100, 599)
  status?: number;

  @Describe('An error code, such as `rate_limit_exceeded`.')
  @IsOptional()
  @Matches(/^[a-z_]{1,64}$/, { message: 'code must be a code of the error table' })
  code?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: requests from then on.')
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: requests before it.')
  @CalendarTime()
  to?: string;
}

export class UsageQuery {
  @Describe(`A date (midnight in UTC) or a time with its offset. ${DEFAULT_FROM}`)
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: usage before it. If absent: now.')
  @CalendarTime()
  to?: string;

  @Describe('Only the usage of this customer.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @Describe('Any of day, customer, key, model, route, separated by commas. If absent: day.')
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
