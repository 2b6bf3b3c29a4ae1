import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { AdminKeysService } from './admin-keys.service';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSessionsService } from './console-sessions.service';
import { ConsoleUsersService } from './console-users.service';
import { LogInLimits } from './log-in-limits.service';
import { OperatorGuard } from './operator.guard';
import { OperatorIdempotency } from './operator-idempotency';

@Module({
  imports: [ChangesModule],
  providers: [
    AdminKeysService,
    ConsoleSecondFactorService,
    ConsoleSessionsService,
    ConsoleUsersService,
    LogInLimits,
    OperatorGuard,
    OperatorIdempotency,
  ],
  exports: [
    AdminKeysService,
    ConsoleSecondFactorService,
    ConsoleSessionsService,
    ConsoleUsersService,
    LogInLimits,
    OperatorGuard,
  ],
})
export class OperatorsModule {}
