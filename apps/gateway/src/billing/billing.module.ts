import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { ProcessesModule } from '../processes';
import { BillingService } from './billing.service';
import { BudgetWindowsService } from './budget-windows.service';
import { CustomersModule } from '../customers';
import { CreditsService } from './credits.service';
import { CustomerTermsService } from './customer-terms.service';
import { holdReaper } from './hold-reaper';
import { LedgerSumsService } from './ledger-sums.service';
import { LedgerService } from './ledger.service';
import { LossesService } from './losses.service';
import { RefundsService } from './refunds.service';
import { ReconciliationService } from './reconciliation.service';
import { RepricingService } from './repricing.service';
import { SpendingService } from './spending.service';
import { TaskHoldsService } from './task-holds.service';

@Module({
  imports: [ChangesModule, CustomersModule, ProcessesModule],
  providers: [
    BillingService,
    BudgetWindowsService,
    CreditsService,
    CustomerTermsService,
    holdReaper,
    LedgerService,
    LedgerSumsService,
    LossesService,
    ReconciliationService,
    RefundsService,
    RepricingService,
    SpendingService,
    TaskHoldsService,
  ],
  exports: [
    BillingService,
    BudgetWindowsService,
    CreditsService,
    CustomerTermsService,
    LedgerService,
    LedgerSumsService,
    LossesService,
    ProcessesModule,
    ReconciliationService,
    RefundsService,
    RepricingService,
    SpendingService,
    TaskHoldsService,
  ],
})
export class BillingModule {}
