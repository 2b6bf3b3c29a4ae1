import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { BillingService } from './billing.service';
import { CreditsService } from './credits.service';
import { LedgerService } from './ledger.service';
import { ProcessBeatsService } from './process-beats.service';
import { ReconciliationService } from './reconciliation.service';
import { TaskHoldsService } from './task-holds.service';

@Module({
  imports: [ChangesModule],
  providers: [BillingService, CreditsService, LedgerService, ProcessBeatsService, ReconciliationService, TaskHoldsService],
  exports: [BillingService, CreditsService, LedgerService, ProcessBeatsService, ReconciliationService, TaskHoldsService],
})
export class BillingModule {}
