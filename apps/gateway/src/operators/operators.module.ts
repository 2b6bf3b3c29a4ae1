import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { AdminKeysService } from './admin-keys.service';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleUserAccessService } from './console-user-access.service';
import { ConsoleUsersService } from './console-users.service';
import { SignInLimits } from './sign-in-limits.service';
import { OperatorGuard } from './operator.guard';
import { OperatorIdempotency } from './operator-idempotency';

@Module({
  imports: [ChangesModule],
  providers: [
    AdminKeysService,
    ConsoleSecondFactorService,
    ConsoleSessionsService,
    ConsoleUserAccessService,
    ConsoleUsersService,
    SignInLimits,
    OperatorGuard,
    OperatorIdempotency,
  ],
  exports: [
    AdminKeysService,
    ConsoleSecondFactorService,
    ConsoleSessionsService,
    ConsoleUserAccessService,
    ConsoleUsersService,
    SignInLimits,
    OperatorGuard,
  ],
})
export class OperatorsModule {}
