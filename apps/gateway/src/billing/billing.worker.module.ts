import { Module } from '@nestjs/common';
import { budgetWindowsSweeper } from './budget-windows-sweeper';
import { LedgerSealer, ledgerSweeper } from './ledger-sealer';

@Module({
  providers: [budgetWindowsSweeper, LedgerSealer, ledgerSweeper],
})
export class BillingWorkerModule {}
