import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsIn, IsString, IsUUID } from 'class-validator';
import { type Account, type Locale, LOCALES, type Role, ROLES } from './account.entity';

/** An account, for its holder. */
export class AccountView {
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

  @Describe('`YYYY-MM-DD`, or null where nobody has said.')
  @OrNull()
  @IsString()
  birth_date: string | null;

  @Describe('Everyone is a participant; the others are staff.')
  @IsIn(ROLES, { each: true })
  roles: Role[];

  @IsDateString()
  created_at: string;
}

/** An account, for admins. */
export class StaffAccountView extends AccountView {
  @Describe('It can do nothing for now.')
  @IsBoolean()
  suspended: boolean;
}

/** A new account and its first token. */
export class NewAccountView {
  @Holds(() => AccountView)
  account: AccountView;

  @Describe('The secret of the first token, `pst_…`. Nobody sees it again.')
  @IsString()
  token: string;
}

/** An account whose holder has just logged in. */
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

export const toStaffAccountView = (account: Account): StaffAccountView => ({ ...toAccountView(account), suspended: account.suspendedAt !== null });
