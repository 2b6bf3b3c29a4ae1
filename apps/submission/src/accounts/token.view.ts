import { Describe, OrNull } from '@shipyard/http';
import { IsDateString, IsInt, IsString, IsUUID } from 'class-validator';
import type { ApiToken } from './api-token.entity';

export class TokenView {
  @IsUUID()
  id: string;

  @IsString()
  name: string;

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @IsDateString()
  created_at: string;

  @Describe('Null: it does not expire.')
  @OrNull()
  @IsDateString()
  expires_at: string | null;

  @OrNull()
  @IsDateString()
  last_used_at: string | null;

  @Describe('Null: not revoked. A revoked or expired token is listed for 30 days.')
  @OrNull()
  @IsDateString()
  revoked_at: string | null;
}

export class NewTokenView extends TokenView {
  @Describe('The secret, `pst_…`. It is shown only here.')
  @IsString()
  token: string;
}

export class RevokedTokensView {
  @IsInt()
  revoked: number;
}

export function toTokenView({ id, name, last4, createdAt, expiresAt, lastUsedAt, revokedAt }: ApiToken): TokenView {
  return {
    id,
    name,
    last4,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}
