import { Describe, Holds } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { LedgerEntryView } from '../billing';
import { pageOf } from '../database/page.view';

const LedgerPageView = pageOf(LedgerEntryView);

/** The whole answer, because the route sends it by itself. */
export class LedgerAnswer {
  @Describe('Always true: failures have another form.')
  @IsIn([true])
  ok: true;

  @Describe('A page of the ledger.')
  @Holds(() => LedgerPageView)
  data: InstanceType<typeof LedgerPageView>;
}
