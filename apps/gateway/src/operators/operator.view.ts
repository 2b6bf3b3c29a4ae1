import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsIn, IsString, IsUUID } from 'class-validator';
import { STAFF_SESSION } from '@shipyard/auth';
import { ADMIN_ROLES, type AdminKey, type AdminRole } from './admin-key.entity';
import type { ConsoleSession } from './console-session.entity';
import type { ConsoleUser } from './console-user.entity';

export class AdminKeyView {
  @Describe('The id of the key.')
  @IsUUID()
  id: string;

  @Describe('The name of the key, for people.')
  @IsString()
  name: string;

  @Describe('How each secret of this kind begins.')
  @IsIn(['gwa_'])
  prefix: 'gwa_';

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @Describe('What the key may do.')
  @IsIn(ADMIN_ROLES)
  role: AdminRole;

  @Describe('When the key was revoked. Null if it was not.')
  @OrNull()
  @IsDateString()
  revoked_at: string | null;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class AdminKeyAnswer {
  @Describe('The key, without its secret.')
  @Holds(() => AdminKeyView)
  admin_key: AdminKeyView;
}

export class AdminKeyWithSecret extends AdminKeyAnswer {
  @Describe('Shown once.')
  @IsString()
  secret: string;
}

export function toAdminKeyView({ id, name, last4, role, revokedAt, createdAt }: AdminKey): AdminKeyView {
  return {
    id,
    name,
    prefix: 'gwa_',
    last4,
    role,
    revoked_at: revokedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

export class ConsoleUserView {
  @Describe('The id of the user.')
  @IsUUID()
  id: string;

  @Describe('The email with which the user signs in.')
  @IsString()
  email: string;

  @Describe('What the user may do.')
  @IsIn(ADMIN_ROLES)
  role: AdminRole;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class ConsoleUserAnswer {
  @Describe('The user.')
  @Holds(() => ConsoleUserView)
  user: ConsoleUserView;
}

export class SignedInView extends ConsoleUserAnswer {
  @Describe('Send it as X-CSRF-Token with each write.')
  @IsString()
  csrf_token: string;
}

export function toConsoleUserView({ id, email, role, createdAt }: ConsoleUser): ConsoleUserView {
  return { id, email, role, created_at: createdAt.toISOString() };
}

export class ConsoleSessionView {
  @Describe('The id of the session.')
  @IsUUID()
  id: string;

  @Describe('Whether this request came with it.')
  @IsBoolean()
  current: boolean;

  @Describe('When the user signed in.')
  @IsDateString()
  created_at: string;

  @Describe('Up to a minute late.')
  @IsDateString()
  last_seen_at: string;

  @Describe('When it ends if it is not used again.')
  @IsDateString()
  expires_at: string;

  @Describe('When a second factor was given. Null if none was.')
  @OrNull()
  @IsDateString()
  second_factor_at: string | null;
}

export function toConsoleSessionView(
  session: Omit<ConsoleSession, 'userId'>,
  currentId: string | null,
): ConsoleSessionView {
  const idleUntil = new Date(session.lastSeenAt.getTime() + STAFF_SESSION.idleMinutes * 60_000);
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: (idleUntil < session.expiresAt ? idleUntil : session.expiresAt).toISOString(),
    second_factor_at: session.secondFactorAt?.toISOString() ?? null,
  };
}
