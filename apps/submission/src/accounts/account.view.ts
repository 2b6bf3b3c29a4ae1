import type { Account, Locale, Role } from './account.entity';

/** An account, for its holder. */
export interface AccountView {
  id: string;
  handle: string;
  display_name: string;
  bio: string;
  locale: Locale;
  email: string;
  /** `YYYY-MM-DD`, or null where nobody has said. */
  birth_date: string | null;
  roles: Role[];
  created_at: string;
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
