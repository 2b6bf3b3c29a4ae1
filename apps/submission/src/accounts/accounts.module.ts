import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountGuard } from './account.guard';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { TokenUse } from './token-use';
import { TokensService } from './tokens.service';

@Module({
  controllers: [AccountsController],
  providers: [AccountsService, TokensService, TokenUse, { provide: APP_GUARD, useClass: AccountGuard }],
})
export class AccountsModule {}
