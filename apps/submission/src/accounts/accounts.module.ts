import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountGuard } from './account.guard';
import { AccountStandingService } from './account-standing.service';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CredentialsService } from './credentials.service';
import { RateLimitGuard } from './rate-limit.guard';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';
import { TokenUse } from './token-use';
import { TokensService } from './tokens.service';

@Module({
  controllers: [AccountsController, SessionsController],
  providers: [
    AccountsService,
    AccountStandingService,
    TokensService,
    CredentialsService,
    SessionsService,
    TokenUse,
    // In this order.
    { provide: APP_GUARD, useClass: AccountGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [AccountsService, AccountStandingService, CredentialsService, SessionsService],
})
export class AccountsModule {}
