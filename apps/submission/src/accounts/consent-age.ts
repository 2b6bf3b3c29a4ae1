import type { HttpConfig } from '../config';
import { isAtLeast } from './birth-date';

type ConsentAge = Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>;

/** An unknown age needs no guardian. */
export const needsGuardian = (birthDate: string | null, { GUARDIAN_CONSENT_BELOW: years }: ConsentAge): boolean =>
  years > 0 && birthDate !== null && !isAtLeast(years, birthDate);

/** Also true while the age is unknown, because a person may name a guardian before they say it. */
export const mayHaveGuardian = (birthDate: string | null, { GUARDIAN_CONSENT_BELOW: years }: ConsentAge): boolean =>
  years > 0 && (birthDate === null || !isAtLeast(years, birthDate));

/** Statements compare dates of birth with it: who was born after this day needs a guardian. */
export function childrenBornAfter(
  { GUARDIAN_CONSENT_BELOW: years }: ConsentAge,
  today = new Date().toISOString().slice(0, 10),
): string {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0');
  const day = `${year}${today.slice(4)}`;
  // 29 February of a common year: people born on 1 March are a day too young.
  return Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day ? `${year}-02-28` : day;
}
