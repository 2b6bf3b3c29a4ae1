import { ownPath } from '@shipyard/pages';
import { CONSOLE_HOME } from '../pages';
import { LOG_IN_URL } from './console-parts';

/** A path of the console only. */
export function nextOf(asked: unknown): string {
  const path = ownPath(asked);
  return path?.startsWith(`${CONSOLE_HOME}/`) && !path.startsWith(LOG_IN_URL) ? path : CONSOLE_HOME;
}
