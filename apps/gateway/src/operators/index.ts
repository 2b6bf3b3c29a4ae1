export { AdminKeysService } from './admin-keys.service';
export { ConsoleSecondFactorService } from './console-second-factor.service';
export { ConsoleSessionsService } from './console-sessions.service';
export { ConsoleUsersService } from './console-users.service';
export { SignInLimits } from './sign-in-limits.service';
export { Needs, OperatorGuard, WithoutSecondFactor } from './operator.guard';
export { CalledBy, type Operator } from './operator.view';
export {
  BeginTotpDto,
  ConfirmTotpDto,
  CreateAdminKeyDto,
  CreateConsoleUserDto,
  SignInDto,
  TurnOffTotpDto,
} from './operators.dto';
export { OperatorsModule } from './operators.module';
