import { Module } from '@nestjs/common';
import { BillingService } from './billing.service';
import { LedgerService } from './ledger.service';
import { ProcessBeatsService } from './process-beats.service';
import { ReconciliationService } from './reconciliation.service';
import { TaskHoldsService } from './task-holds.service';

@Module({
  providers: [BillingService, LedgerService, ProcessBeatsService, ReconciliationService, TaskHoldsService],
  exports: [BillingService, LedgerService, ProcessBeatsService, ReconciliationService, TaskHoldsService],
})
export class BillingModule {}
