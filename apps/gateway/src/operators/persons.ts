import { envelopeErrors } from '@shipyard/http';
import type { Operator } from './operator';

/** Throws for an admin key, which has neither sessions nor a second factor. */
export function userIdOf({ kind, id }: Operator): string {
  if (kind === 'console_user') return id;
  throw envelopeErrors.FORBIDDEN({
    message:
      'This call is for console users, because an admin key has no sessions and no second factor. Sign in instead.',
  });
}
