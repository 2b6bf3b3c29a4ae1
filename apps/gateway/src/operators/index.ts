export { AdminKeysService } from './admin-keys.service';
export { ConsoleSecondFactorService } from './console-second-factor.service';
export { ConsoleSessionsService } from './console-sessions.service';
export { ConsoleUsersService } from './console-users.service';
export { LogInLimits } from './log-in-limits.service';
export { Needs, OperatorGuard, WithoutSecondFactor } from './operator.guard';
export { CalledBy, type Operator } from './operator.view';
export {
  BeginTotpDto,
  ConfirmTotpDto,
  CreateAdminKeyDto,
  CreateConsoleUserDto,
  LogInDto,
  TurnOffTotpDto,
} from './operators.dto';
export { OperatorsModule } from './operators.module';
