import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { LedgerFilesModule } from './ledger-files.module';
import { LedgerFileWriting } from './ledger-file-writing.service';
import { LedgerFileUpkeep, ledgerFilesSweeper } from './ledger-files.sweeper';
import { LedgerFilesWorker } from './ledger-files.worker';

@Module({
  imports: [BillingModule, LedgerFilesModule],
  providers: [LedgerFileUpkeep, ledgerFilesSweeper, LedgerFilesWorker, LedgerFileWriting],
})
export class LedgerFilesWorkerModule {}
