import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsString } from 'class-validator';
import type { EmailChange } from '../accounts';

export class EmailChangeView {
  @Describe('The new email.')
  @IsString()
  email: string;

  @Describe('When you asked for the change.')
  @IsDateString()
  requested_at: string;

  @Describe('When both links stop working.')
  @IsDateString()
  expires_at: string;

  @Describe('When the old mailbox confirmed; null: not yet.')
  @OrNull()
  @IsDateString()
  old_confirmed_at: string | null;

  @Describe('When the new mailbox confirmed; null: not yet.')
  @OrNull()
  @IsDateString()
  new_confirmed_at: string | null;
}

export class AskedEmailChangeView {
  @Describe('The change, which waits for both mailboxes.')
  @Holds(() => EmailChangeView)
  email_change: EmailChangeView;
}

export class WaitingEmailChangeView {
  @Describe('The change that waits; null if none does.')
  @OrNull()
  @Holds(() => EmailChangeView)
  email_change: EmailChangeView | null;
}

export const DECISIONS = ['waiting', 'changed', 'refused'] as const;
export type Decision = (typeof DECISIONS)[number];

export class DecidedEmailChangeView {
  @Describe('`waiting`: the other mailbox must confirm too. `changed`: both did. `refused`: the change has ended.')
  @IsIn(DECISIONS)
  outcome: Decision;
}

export const toEmailChangeView = (change: EmailChange): EmailChangeView => ({
  email: change.newEmail,
  requested_at: change.requestedAt.toISOString(),
  expires_at: change.expiresAt.toISOString(),
  old_confirmed_at: change.oldConfirmedAt?.toISOString() ?? null,
  new_confirmed_at: change.newConfirmedAt?.toISOString() ?? null,
});
