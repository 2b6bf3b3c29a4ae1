import { Describe, OrNull } from '@shipyard/http';
import { IsBoolean, IsDateString, IsUUID } from 'class-validator';

export class SessionView {
  @IsUUID()
  id: string;

  @Describe('This is the session of the call.')
  @IsBoolean()
  current: boolean;

  @IsDateString()
  created_at: string;

  @Describe('Up to a minute behind.')
  @IsDateString()
  last_seen_at: string;

  @Describe('When it ends if it is not used again.')
  @IsDateString()
  expires_at: string;

  @Describe('When the second factor was last shown in it; null: never.')
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
