import { Module } from '@nestjs/common';
import { BillingService } from './billing.service';
import { LedgerService } from './ledger.service';
import { ProcessBeatsService } from './process-beats.service';
import { ReconciliationService } from './reconciliation.service';

@Module({
  providers: [BillingService, LedgerService, ProcessBeatsService, ReconciliationService],
  exports: [BillingService, LedgerService, ProcessBeatsService, ReconciliationService],
})
export class BillingModule {}
