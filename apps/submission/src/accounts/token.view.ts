import { Describe, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import type { ApiToken } from './api-token.entity';
import { type Scope, SCOPES } from './scopes';

export class TokenView {
  @Describe('The id of the token.')
  @IsUUID()
  id: string;

  @Describe('The name of the token, for people.')
  @IsString()
  name: string;

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;

  @Describe('Null: it does not expire. The token of a connected app: unless the app renews it until then.')
  @OrNull()
  @IsDateString()
  expires_at: string | null;

  @Describe('When it was last used. Null if it never was.')
  @OrNull()
  @IsDateString()
  last_used_at: string | null;

  @Describe('Null: not revoked. A revoked or expired token is listed for 30 days.')
  @OrNull()
  @IsDateString()
  revoked_at: string | null;

  @Describe('The OAuth client that got the token. Null: made by its holder.')
  @OrNull()
  @IsString()
  client_id: string | null;

  @Describe('Null: the token may do everything that its holder may.')
  @OrNull()
  @IsIn(SCOPES, { each: true })
  scopes: Scope[] | null;
}

export class NewTokenView extends TokenView {
  @Describe('The secret, `pst_…`. It is shown only here.')
  @IsString()
  token: string;
}

export class RevokedTokensView {
  @Describe('How many tokens were revoked.')
  @IsInt()
  revoked: number;
}

export function toTokenView(token: ApiToken): TokenView {
  const { id, name, last4, createdAt, expiresAt, renewableUntil, lastUsedAt, revokedAt, clientId, scopes } = token;
  return {
    id,
    name,
    last4,
    created_at: createdAt.toISOString(),
    expires_at: (renewableUntil ?? expiresAt)?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    client_id: clientId,
    scopes,
  };
}
