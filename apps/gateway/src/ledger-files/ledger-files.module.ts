import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { BillingModule } from '../billing';
import { ChangesModule } from '../changes/changes.module';
import { LedgerFileJobs } from './ledger-file-jobs';
import { LEDGER_FILES } from './ledger-files.queue';
import { LedgerFilesService } from './ledger-files.service';

@Module({
  imports: [BillingModule, ChangesModule, queueModule(LEDGER_FILES)],
  providers: [LedgerFileJobs, LedgerFilesService],
  exports: [LedgerFileJobs, LedgerFilesService],
})
export class LedgerFilesModule {}
