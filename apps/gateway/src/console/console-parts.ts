import type { Operator } from '../operators';
import { CONSOLE_HOME } from '../pages';
import { withQuery } from './list-links';

/** In the order of the menu. */
export const CONSOLE_PARTS = [
  'overview',
  'customers',
  'keys',
  'models',
  'suppliers',
  'routes',
  'requests',
  'tasks',
  'searches',
  'ledger',
  'audit',
  'playground',
  'users',
] as const;

export type ConsolePart = (typeof CONSOLE_PARTS)[number];

/** Who may open a part. The others are for everybody who may log in. */
export const ROLE_OF_PART: Readonly<Partial<Record<ConsolePart, Operator['role']>>> = {
  playground: 'operator',
  users: 'owner',
};

export const consoleUrl = (part: ConsolePart, ...steps: string[]): string =>
  [CONSOLE_HOME, part, ...steps.map((step) => encodeURIComponent(step))].join('/');

/** The longest form, such as a file of prices. While its sender logs in again, the log-in form carries it. */
export const CONSOLE_FORM_BYTES = 1024 * 1024;

export const DRY_RUN_URL = `${consoleUrl('routes')}/dry-run`;
export const PRICE_IMPORT_URL = `${CONSOLE_HOME}/prices`;
export const LOSSES_URL = `${consoleUrl('ledger')}/losses`;
export const LEDGER_FILES_URL = `${consoleUrl('ledger')}/files`;
export const ledgerFileUrl = (id: string): string => `${LEDGER_FILES_URL}/${id}`;
export const LOG_IN_URL = `${CONSOLE_HOME}/login`;
export const SECOND_FACTOR_URL = `${CONSOLE_HOME}/second-factor`;

/** The form that makes a record. */
export const newRecordUrl = (
  kind: 'customers' | 'suppliers' | 'models' | 'routes',
  query: Readonly<Record<string, string>> = {},
): string => withQuery(`${CONSOLE_HOME}/new/${kind}`, query);
