import type { HttpConfig } from '../config';
import { accountErrors } from './accounts.errors';
import { isAtLeast } from './birth-date';

/** Throws AGE_REFUSED. An unknown age passes. */
export function assertOldEnough(
  birthDate: string | null | undefined,
  { MINIMUM_AGE }: Pick<HttpConfig, 'MINIMUM_AGE'>,
): void {
  if (birthDate && !isAtLeast(MINIMUM_AGE, birthDate)) throw accountErrors.AGE_REFUSED();
}
