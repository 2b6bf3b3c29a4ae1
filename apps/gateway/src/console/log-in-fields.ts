import { ownPath } from '@shipyard/pages';
import { CONSOLE_HOME } from '../pages';
import { LOG_IN_URL } from './console-parts';

/** A path of the console only. */
export function nextOf(asked: unknown): string {
  const path = ownPath(asked);
  return path?.startsWith(`${CONSOLE_HOME}/`) && !path.startsWith(LOG_IN_URL) ? path : CONSOLE_HOME;
}

/** What a person types is six digits of the app, or else a recovery code. */
export function proofOf(code: string): Partial<Record<'code' | 'recovery_code', string>> {
  const typed = code.replaceAll(/\s/g, '');
  if (typed === '') return {};
  return /^\d{6}$/.test(typed) ? { code: typed } : { recovery_code: code.trim() };
}
