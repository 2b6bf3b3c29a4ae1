import { Describe, IsQueryNumber } from '@shipyard/http';
import {
  Before,
  GroupedBy,
  OfKey,
  OfModel,
  ReportBefore,
  ReportSince,
  Since,
  WithErrorCode,
} from '../database/list-filters';
import { PageQuery } from '../database/page.dto';

export const OWN_USAGE_GROUPS = ['day', 'model', 'key'] as const;
export type OwnUsageGroup = (typeof OWN_USAGE_GROUPS)[number];

const OWN_KEY = 'Without the scope `keys`, it can only be the key that calls.';

export class OwnUsageQuery extends PageQuery {
  @ReportSince()
  from?: string;

  @ReportBefore('usage')
  to?: string;

  @GroupedBy(OWN_USAGE_GROUPS)
  group_by?: OwnUsageGroup[];

  @OfKey(`Only the usage of this key. ${OWN_KEY}`)
  key_id?: string;
}

export class OwnRequestsQuery extends PageQuery {
  @OfKey(`Only the requests of this key. ${OWN_KEY}`)
  key_id?: string;

  @OfModel()
  model?: string;

  @Describe('The HTTP status. 499: your client disconnected.')
  @IsQueryNumber(100, 599)
  status?: number;

  @WithErrorCode()
  code?: string;

  @Since('requests')
  from?: string;

  @Before('requests')
  to?: string;
}
