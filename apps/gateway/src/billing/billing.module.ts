import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { ProcessesModule } from '../processes/processes.module';
import { BillingService } from './billing.service';
import { CreditsService } from './credits.service';
import { LedgerService } from './ledger.service';
import { ReconciliationService } from './reconciliation.service';
import { TaskHoldsService } from './task-holds.service';

@Module({
  imports: [ChangesModule, ProcessesModule],
  providers: [BillingService, CreditsService, LedgerService, ReconciliationService, TaskHoldsService],
  exports: [BillingService, CreditsService, LedgerService, ProcessesModule, ReconciliationService, TaskHoldsService],
})
export class BillingModule {}
