import type { Caller, StaffRole } from '../../accounts';
import { hasRole } from '../../accounts';

export const CONSOLE_HOME = '/console';

/** The parts of the console in the order of its menu, and who may open them. No roles: all staff. */
export const CONSOLE_PARTS = [
  { name: 'reviews', roles: ['reviewer'] },
  { name: 'shipments', roles: ['fulfilment'] },
  { name: 'figures', roles: ['reviewer', 'admin'] },
  { name: 'programs', roles: ['admin'] },
  { name: 'setup', roles: ['admin'] },
  { name: 'reports', roles: ['reviewer', 'admin'] },
  { name: 'accounts', roles: ['admin'] },
  { name: 'audit', roles: ['admin'] },
  { name: 'mails', roles: ['admin'] },
  { name: 'apps', roles: ['admin'] },
  { name: 'pages', roles: ['admin'] },
  { name: 'exports', roles: ['admin'] },
] as const satisfies readonly { name: string; roles: readonly StaffRole[] }[];

export type ConsolePart = (typeof CONSOLE_PARTS)[number]['name'];

export const consoleUrl = (part: ConsolePart, ...steps: (string | number)[]): string =>
  [CONSOLE_HOME, part, ...steps.map((step) => encodeURIComponent(step))].join('/');

/** What a role may not do is not shown. */
export const partsOf = (caller: Caller): ConsolePart[] =>
  CONSOLE_PARTS.filter(({ roles }) => hasRole(caller, roles)).map(({ name }) => name);

/** What somebody looks for. No column holds a control character, and Postgres refuses some. */
export const soughtText = (sent: unknown, most: number): string =>
  typeof sent === 'string'
    ? sent
        .replaceAll(/\p{Cc}/gu, '')
        .trim()
        .slice(0, most)
    : '';
