import { Describe, Holds, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import type { QuotaLimits } from '../limits/quotas';
import { type Account, type Locale, LOCALES, type Role, ROLES } from './account.entity';
import { isAdult } from './age';

class AccountFields {
  @IsUUID()
  id: string;

  @IsString()
  handle: string;

  @IsString()
  display_name: string;

  @IsString()
  bio: string;

  @IsIn(LOCALES)
  locale: Locale;

  @IsString()
  email: string;

  @Describe('Everyone is a participant; the others are staff.')
  @IsIn(ROLES, { each: true })
  roles: Role[];

  @IsDateString()
  created_at: string;
}

export class AccountView extends AccountFields {
  @Describe('`YYYY-MM-DD`, or null where nobody has said.')
  @OrNull()
  @IsString()
  birth_date: string | null;
}

export class QuotaLimitsView {
  @Describe('Live tokens.')
  @IsInt()
  tokens: number;

  @IsInt()
  projects: number;

  @Describe('Of the images of all its projects.')
  @IsInt()
  image_bytes: number;

  @Describe('Requests of reviews in 24 hours.')
  @IsInt()
  reviews_a_day: number;
}

export class StaffAccountView extends AccountFields {
  @Describe('Under 18 today, in UTC; null where nobody has said when they were born.')
  @OrNull()
  @IsBoolean()
  minor: boolean | null;

  @Describe('What staff have set for it, else the usual limits.')
  @Holds(() => QuotaLimitsView)
  quotas: QuotaLimitsView;

  @Describe('It can do nothing for now.')
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
  @Holds(() => AccountView)
  account: AccountView;

  @Describe('The secret of the first token, `pst_…`. Nobody sees it again.')
  @IsString()
  token: string;
}

export class LogInView {
  @Holds(() => AccountView)
  account: AccountView;

  @Describe('Goes into X-CSRF-Token of each write that is borne by the cookie.')
  @IsString()
  csrf_token: string;
}

export function toAccountView(account: Account): AccountView {
  return {
    id: account.id,
    handle: account.handle,
    display_name: account.displayName,
    bio: account.bio,
    locale: account.locale,
    email: account.email,
    birth_date: account.birthDate,
    roles: account.roles,
    created_at: account.createdAt.toISOString(),
  };
}

/** Shows whether the account holder is a minor instead of the date of birth, which staff do not need. */
export function toStaffAccountView(account: Account, quotas: QuotaLimits): StaffAccountView {
  const { birth_date: birthDate, ...view } = toAccountView(account);
  return {
    ...view,
    minor: birthDate === null ? null : !isAdult(birthDate),
    quotas,
    suspended: account.suspendedAt !== null,
  };
}
