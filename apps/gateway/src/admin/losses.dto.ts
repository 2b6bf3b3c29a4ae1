import { LOSS_GROUPS, type LossGroup } from '../billing';
import { GroupedBy, ReportBefore, ReportSince } from '../database/list-filters';

export class LossesQuery {
  @ReportSince()
  from?: string;

  @ReportBefore('losses')
  to?: string;

  @GroupedBy(LOSS_GROUPS)
  group_by?: LossGroup[];
}
