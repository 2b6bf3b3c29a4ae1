import { CONSOLE_HOME } from '../pages';

/** In the order of the menu. */
export const CONSOLE_PARTS = [
  'overview',
  'customers',
  'keys',
  'models',
  'suppliers',
  'routes',
  'requests',
  'ledger',
  'audit',
] as const;

export type ConsolePart = (typeof CONSOLE_PARTS)[number];

export const consoleUrl = (part: ConsolePart, ...steps: string[]): string =>
  [CONSOLE_HOME, part, ...steps.map((step) => encodeURIComponent(step))].join('/');

export const DRY_RUN_URL = `${consoleUrl('routes')}/dry-run`;
export const LOSSES_URL = `${consoleUrl('ledger')}/losses`;
export const LOG_IN_URL = `${CONSOLE_HOME}/login`;
export const SECOND_FACTOR_URL = `${CONSOLE_HOME}/second-factor`;
