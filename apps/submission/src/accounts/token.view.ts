import { Describe, OrNull } from '@shipyard/http';
import { IsDateString, IsString, IsUUID } from 'class-validator';
import type { ApiToken } from './api-token.entity';

/** A token, for its holder. */
export class TokenView {
  @IsUUID()
  id: string;

  @IsString()
  name: string;

  @Describe('The end of the secret.')
  @IsString()
  last4: string;

  @IsDateString()
  created_at: string;

  @Describe('Null: never.')
  @OrNull()
  @IsDateString()
  expires_at: string | null;

  @OrNull()
  @IsDateString()
  last_used_at: string | null;
}

/** A token that was just made. */
export class NewTokenView extends TokenView {
  @Describe('The secret, `pst_…`. Nobody sees it again.')
  @IsString()
  token: string;
}

export function toTokenView({ id, name, last4, createdAt, expiresAt, lastUsedAt }: ApiToken): TokenView {
  return {
    id,
    name,
    last4,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
