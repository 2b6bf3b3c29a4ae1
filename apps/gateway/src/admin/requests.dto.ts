import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsOptional, IsUUID } from 'class-validator';
import {
  Before,
  GroupedBy,
  OfCustomer,
  OfKey,
  OfModel,
  ReportBefore,
  ReportSince,
  Since,
  WithErrorCode,
} from '../database/list-filters';
import { PageQuery } from '../database/page.dto';
import { USAGE_GROUPS, type UsageGroup } from '../request-log';

export class RequestsQuery extends PageQuery {
  @OfCustomer('requests')
  customer_id?: string;

  @OfKey()
  key_id?: string;

  @OfModel()
  model?: string;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsQueryNumber(100, 599)
  status?: number;

  @WithErrorCode()
  code?: string;

  @Since('requests')
  from?: string;

  @Before('requests')
  to?: string;
}

export class UsageQuery {
  @ReportSince()
  from?: string;

  @ReportBefore('usage')
  to?: string;

  @Describe('Only the usage of this customer.')
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @GroupedBy(USAGE_GROUPS)
  group_by?: UsageGroup[];
}
