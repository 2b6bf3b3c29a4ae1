export { AccountGuard } from './account.guard';
export { AccountsQuery, ChangeStandingDto, ConfirmRoleDto } from './account-standing.dto';
export { confirmEmail, readEmail } from './account-email';
export { readOwnAccount, readOwnAudit, readOwnSessions, readOwnTokens } from './account-export';
export { AccountRecovery, lockAccount } from './account-recovery.service';
export { AccountStandingService, isLastAdmin, LAST_ADMIN } from './account-standing.service';
export { Account, type Locale, LOCALES, type Role, STAFF_ROLES, type StaffRole } from './account.entity';
export { type GuardianAction } from './account-audit-entry.entity';
export { FormWithCsrfToken, PublicRead } from './account.guard';
export { AccountView, ChangedAccountView, StaffAccountView } from './account.view';
export { ChangeAccountDto, CreateAccountDto, CreateTokenDto, IsAccountEmail, LogInDto } from './accounts.dto';
export { ACCOUNT_SUSPENDED, accountErrors, accountUnknown, BIRTH_DATE_SET } from './accounts.errors';
export { readAccountView } from './account-reads';
export {
  confirmMailbox,
  EMAIL_CHANGE_HOURS,
  type EmailChange,
  endEmailChange,
  findEmailChange,
  forgetExpiredEmailChanges,
  isEmailTaken,
  type Mailbox,
  MAILBOXES,
  makeEmailChange,
  readEmailChange,
  writeEmailChange,
} from './email-change-rows';
export { AccountsModule } from './accounts.module';
export { AccountsService } from './accounts.service';
export { ApiToken } from './api-token.entity';
export {
  actForAccount,
  type Caller,
  callerOf,
  CurrentCaller,
  hasRole,
  isStaff,
  OptionalCaller,
  worksAsStaff,
} from './caller';
export { CredentialsService } from './credentials.service';
export { childrenBornAfter, mayHaveGuardian, needsGuardian } from './consent-age';
export { isAccountDeleted } from './deleted-accounts';
export { assertFreshSecondFactor, StaffWithFreshSecondFactor } from './fresh-second-factor.guard';
export { GuardianAgreementsModule } from './guardian-agreements.module';
export { GuardianAgreements } from './guardian-agreements.service';
export { assertAnother } from './guardian-email';
export { askGuardian, recordGuardianDecision } from './guardian-request';
export {
  type ActingGuardian,
  type Agreement,
  findGrownUp,
  findLinkHolder,
  forgetGuardian,
  type Guardian,
  type LinkHolder,
  readGuardian,
  renewLink,
  secondsUntilNextMail,
  toGuardianView,
  writeAgreement,
  writeGuardianLocale,
  writeWithdrawal,
} from './guardian-rows';
export { type GuardianLink, guardianToken } from './guardian-token';
export { GUARDIAN_STATUSES, type GuardianStatus, GuardianView } from './guardian.view';
export { WRITING_TOOLS, type WritingTool, writingToolOf } from './writing-tool';
export { OwnTokenGuard } from './own-token.guard';
export { IsPassword, IsSentPassword } from './password-fields';
export { QuotasModule } from './quotas.module';
export { QuotasService } from './quotas.service';
export { DELETION_DELAY_DAYS, findDueDeletions, lockDueDeletion } from './requested-deletions';
export { Receipts } from './receipts.interceptor';
export { BeginTotpDto, ConfirmTotpDto, ProofDto } from './second-factor.dto';
export { SecondFactorService } from './second-factor.service';
export { TotpView } from './second-factor.view';
export { RECENT_MINUTES, RecentSignInService } from './recent-sign-in.service';
export { hasScope, isScope, mayCall, NeedsScope, type Scope, scopeRefused, SCOPES, scopesOf } from './scopes';
export { SessionView } from './session.view';
export { SessionsService } from './sessions.service';
export { SignInService } from './sign-in.service';
export { assertSettledRole, ROLE_IS_NEW } from './settled-roles';
export { StaffOnly } from './staff.guard';
export { CONFIRMATION_REFUSED, StaffRolesService } from './staff-roles.service';
export { NewTokenView, TokenView } from './token.view';
export { type ClientGrant, type RenewedToken, TokensService } from './tokens.service';
