import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import type { QuotaLimits } from '../limits/quotas';
import { type Account, type Locale, LOCALES, type Role, ROLES, STAFF_ROLES, type StaffRole } from './account.entity';
import { isAdult } from './birth-date';
import { type Guardian, toGuardianView } from './guardian-rows';
import { GuardianView } from './guardian.view';

class AccountFields {
  @Describe('The id of the account.')
  @IsUUID()
  id: string;

  @Describe('The name of the account in URLs.')
  @IsString()
  handle: string;

  @Describe('The name that others see.')
  @IsString()
  display_name: string;

  @Describe('What the person says about themself.')
  @IsString()
  bio: string;

  @Describe('The language of pages and mails.')
  @IsIn(LOCALES)
  locale: Locale;

  @Describe('Where mails go.')
  @IsString()
  email: string;

  @Describe('Everyone is a participant; the others are staff.')
  @IsIn(ROLES, { each: true })
  roles: Role[];

  @Describe('When the account was created.')
  @IsDateString()
  created_at: string;
}

export class AccountView extends AccountFields {
  @Describe('`YYYY-MM-DD`; null if unknown.')
  @OrNull()
  @IsString()
  birth_date: string | null;

  @Describe('Whether only mail about signing in is sent.')
  @IsBoolean()
  mail_opt_out: boolean;

  @Describe('When the holder confirmed the email address; null if not yet.')
  @OrNull()
  @IsDateString()
  email_confirmed_at: string | null;

  @Describe('The parent or guardian whom the account has named; null if none.')
  @OrNull()
  @Holds(() => GuardianView)
  guardian: GuardianView | null;
}

export class QuotaLimitsView {
  @Describe('The number of valid tokens.')
  @IsInt()
  tokens: number;

  @Describe('The most projects.')
  @IsInt()
  projects: number;

  @Describe('The bytes of the images of all its projects.')
  @IsInt()
  image_bytes: number;

  @Describe('Review requests in 24 hours.')
  @IsInt()
  reviews_a_day: number;
}

export class StaffRoleView {
  @Describe('The role of staff.')
  @IsIn(STAFF_ROLES)
  role: StaffRole;

  @Describe('When it was granted.')
  @IsDateString()
  granted_at: string;

  @Describe('The handle of the admin who granted it. Null: an operator of the database, or a deleted account.')
  @OrNull()
  @IsString()
  granted_by: string | null;

  @Describe('When a second admin confirmed it; null if nobody did.')
  @OrNull()
  @IsDateString()
  confirmed_at: string | null;

  @Describe('From when on it opens addresses and reset links. Null: it never does.')
  @OrNull()
  @IsDateString()
  opens_addresses_at: string | null;
}

export class StaffAccountView extends AccountFields {
  @Describe('Since when the account has each role of staff, oldest first.')
  @ListOf(() => StaffRoleView)
  staff_roles: StaffRoleView[];

  @Describe('Whether the holder is under 18 today, in UTC; null if the date of birth is unknown.')
  @OrNull()
  @IsBoolean()
  minor: boolean | null;

  @Describe('The limits that staff have set, or else the defaults.')
  @Holds(() => QuotaLimitsView)
  quotas: QuotaLimitsView;

  @Describe('Whether the account is suspended and can do nothing.')
  @IsBoolean()
  suspended: boolean;
}

export class ChangedAccountView extends StaffAccountView {
  @Describe('`YYYY-MM-DD` or null. Only in the answer to a call that set it.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  birth_date?: string | null;
}

export class NewAccountView {
  @Describe('The new account.')
  @Holds(() => AccountView)
  account: AccountView;

  @Describe('The secret of the first token, `pst_…`. It is shown only here.')
  @IsString()
  token: string;
}

export class LogInView {
  @Describe('The account of the session.')
  @Holds(() => AccountView)
  account: AccountView;

  @Describe('Send it as X-CSRF-Token with each write that uses the cookie.')
  @IsString()
  csrf_token: string;
}

function toAccountFields(account: Account): AccountFields {
  return {
    id: account.id,
    handle: account.handle,
    display_name: account.displayName,
    bio: account.bio,
    locale: account.locale,
    email: account.email,
    roles: account.roles,
    created_at: account.createdAt.toISOString(),
  };
}

export function toAccountView(account: Account, guardian: Guardian | null): AccountView {
  return {
    ...toAccountFields(account),
    birth_date: account.birthDate,
    mail_opt_out: account.mailOptOut,
    email_confirmed_at: account.emailConfirmedAt?.toISOString() ?? null,
    guardian: toGuardianView(guardian),
  };
}

/** Shows whether the holder is a minor instead of the date of birth, which staff do not need. */
export function toStaffAccountView(
  account: Account,
  quotas: QuotaLimits,
  staffRoles: StaffRoleView[],
): StaffAccountView {
  return {
    ...toAccountFields(account),
    staff_roles: staffRoles,
    minor: account.birthDate === null ? null : !isAdult(account.birthDate),
    quotas,
    suspended: account.suspendedAt !== null,
  };
}
