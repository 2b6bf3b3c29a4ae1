import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountGuard } from './account.guard';
import { AccountStandingService } from './account-standing.service';
import { AccountRecovery } from './account-recovery.service';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { CredentialsService } from './credentials.service';
import { SignInAudit } from './sign-in-audit.service';
import { SignInLimits } from './sign-in-limits.service';
import { SignInService } from './sign-in.service';
import { QuotasModule } from './quotas.module';
import { RateLimitGuard } from './rate-limit.guard';
import { Receipts } from './receipts.interceptor';
import { RecentSignInService } from './recent-sign-in.service';
import { SecondFactorController } from './second-factor.controller';
import { SecondFactorService } from './second-factor.service';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';
import { StaffRolesService } from './staff-roles.service';
import { TokenUse } from './token-use';
import { TokensService } from './tokens.service';

@Module({
  imports: [QuotasModule],
  controllers: [AccountsController, SecondFactorController, SessionsController],
  providers: [
    AccountsService,
    AccountStandingService,
    AccountRecovery,
    TokensService,
    RecentSignInService,
    CredentialsService,
    SignInAudit,
    SignInLimits,
    SignInService,
    SecondFactorService,
    SessionsService,
    StaffRolesService,
    TokenUse,
    Receipts,
    { provide: APP_GUARD, useClass: AccountGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [
    AccountsService,
    AccountStandingService,
    AccountRecovery,
    CredentialsService,
    SecondFactorService,
    SessionsService,
    SignInService,
    RecentSignInService,
    Receipts,
    StaffRolesService,
    TokensService,
    TokenUse,
  ],
})
export class AccountsModule {}
