import { Module } from '@nestjs/common';
import { budgetWindowsSweeper } from './budget-windows-sweeper';
import { ledgerKeysSweeper } from './ledger-keys-sweeper';
import { LedgerSealer, ledgerSweeper } from './ledger-sealer';

@Module({
  providers: [budgetWindowsSweeper, ledgerKeysSweeper, LedgerSealer, ledgerSweeper],
})
export class BillingWorkerModule {}
