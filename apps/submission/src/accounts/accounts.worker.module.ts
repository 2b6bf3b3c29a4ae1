import { Module } from '@nestjs/common';
import { accountAuditSweeper } from './account-audit-sweeper';
import { tokenSweeper } from './token-sweeper';

@Module({
  providers: [accountAuditSweeper, tokenSweeper],
})
export class AccountsWorkerModule {}
