import { Describe, IsQueryNumber } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import { CalendarTime } from '../database/calendar-time';
import { PageQuery } from '../database/page.dto';
import { DEFAULT_FROM } from '../database/report-range';

export const OWN_USAGE_GROUPS = ['day', 'model', 'key'] as const;
export type OwnUsageGroup = (typeof OWN_USAGE_GROUPS)[number];

export class OwnUsageQuery extends PageQuery {
  @Describe(`A date (midnight in UTC) or a time with its offset. ${DEFAULT_FROM}`)
  @CalendarTime()
  from?: string;

  @Describe('A date (midnight in UTC) or a time with its offset: usage before it. If absent: now.')
  @CalendarTime()
  to?: string;

  @Describe('Any of day, model, key, separated by commas. If absent: day.')
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @ArrayMinSize(1)
  @ArrayMaxSize(OWN_USAGE_GROUPS.length)
  @ArrayUnique()
  @IsIn(OWN_USAGE_GROUPS, {
    each: true,
    message: `group_by must be one or more of ${OWN_USAGE_GROUPS.join(', ')}, separated by commas`,
  })
  group_by?: OwnUsageGroup[];

  @Describe('Only the usage of this key. Without the scope `keys`, it can only be the key that calls.')
  @IsOptional()
  @IsUUID()
  key_id?: string;
}

export class OwnRequestsQuery extends PageQuery {
  @Describe('Only the requests of this key. Without the scope `keys`, it can only be the key that calls.')
  @IsOptional()
  @IsUUID()
  key_id?: string;

  @Describe('The id of a model.')
  @IsOptional()
  @Matches(/^[^\p{Cc}]{1,200}$/u, { message: 'model must be the id of a model' })
  model?: string;

  @Describe('The HTTP status. 499: your client disconnected.')
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
