import { Describe, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsUUID } from 'class-validator';

export class SessionView {
  @Describe('The id of the session.')
  @IsUUID()
  id: string;

  @Describe('Whether this is the session of the call.')
  @IsBoolean()
  current: boolean;

  @Describe('When the person signed in.')
  @IsDateString()
  created_at: string;

  @Describe('The last use; can be a minute late.')
  @IsDateString()
  last_seen_at: string;

  @Describe('When the session ends if it is not used again.')
  @IsDateString()
  expires_at: string;

  @Describe('When the session last showed the second factor; null: never.')
  @OrNull()
  @IsDateString()
  second_factor_at: string | null;
}

export interface SessionRow {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  secondFactorAt: Date | null;
}

export function toSessionView(
  { id, createdAt, lastSeenAt, expiresAt, secondFactorAt }: SessionRow,
  currentId: string | null,
): SessionView {
  return {
    id,
    current: id === currentId,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    second_factor_at: secondFactorAt?.toISOString() ?? null,
  };
}
