import { Module } from '@nestjs/common';
import { LedgerSumsService } from '../billing';
import { StatementClosing, statementsSweeper } from './statement-closing.service';

@Module({
  providers: [LedgerSumsService, StatementClosing, statementsSweeper],
})
export class StatementsWorkerModule {}
