import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { ProcessesModule } from '../processes';
import { BillingService } from './billing.service';
import { BudgetWindowsService } from './budget-windows.service';
import { CreditsService } from './credits.service';
import { holdReaper } from './hold-reaper';
import { LedgerService } from './ledger.service';
import { LossesService } from './losses.service';
import { ReconciliationService } from './reconciliation.service';
import { TaskHoldsService } from './task-holds.service';

@Module({
  imports: [ChangesModule, ProcessesModule],
  providers: [
    BillingService,
    BudgetWindowsService,
    CreditsService,
    holdReaper,
    LedgerService,
    LossesService,
    ReconciliationService,
    TaskHoldsService,
  ],
  exports: [
    BillingService,
    BudgetWindowsService,
    CreditsService,
    LedgerService,
    LossesService,
    ProcessesModule,
    ReconciliationService,
    TaskHoldsService,
  ],
})
export class BillingModule {}
