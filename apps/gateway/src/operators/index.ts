export { ADMIN_ROLES } from './admin-key.entity';
export { AdminKeysService } from './admin-keys.service';
export { ConsoleSecondFactorService } from './console-second-factor.service';
export { ConsoleSessionsService } from './console-sessions.service';
export { ConsoleUserAccessService } from './console-user-access.service';
export { ConsoleUsersService } from './console-users.service';
export { SignInLimits } from './sign-in-limits.service';
export { CalledBy, type Operator, operatorOf } from './operator';
export {
  hasRole,
  neededRoleOf,
  Needs,
  OperatorGuard,
  wantsFreshFactor,
  WithFreshSecondFactor,
  WithoutSecondFactor,
} from './operator.guard';
export {
  AdminKeyAnswer,
  AdminKeyView,
  AdminKeyWithSecret,
  ConsoleSessionView,
  ConsoleUserAnswer,
  ConsoleUserView,
  SignedInView,
  toConsoleSessionView,
} from './operator.view';
export { operatorErrors, rateLimited } from './operators.errors';
export { RecoveryCodesView, ShownSecondFactorView, TotpAnswer, TotpBegunView } from './totp.view';
export {
  BeginTotpDto,
  ChangeConsoleUserDto,
  ConfirmTotpDto,
  ProofDto,
  CreateAdminKeyDto,
  CreateConsoleUserDto,
  IsLoginEmail,
  IsNewPassword,
  SignInDto,
  TurnOffTotpDto,
} from './operators.dto';
export { OperatorsModule } from './operators.module';
