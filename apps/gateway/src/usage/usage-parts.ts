import { USAGE_HOME } from '../pages';

/** In the order of the menu. */
export const USAGE_PARTS = ['overview', 'statements', 'keys', 'members'] as const;

export type UsagePart = (typeof USAGE_PARTS)[number];

export const usageUrl = (part: UsagePart | 'account', ...steps: string[]): string =>
  [USAGE_HOME, ...(part === 'overview' ? [] : [part]), ...steps.map((step) => encodeURIComponent(step))].join('/');

export const LOG_IN_URL = `${USAGE_HOME}/login`;
export const KEY_USAGE_URL = `${USAGE_HOME}/key`;
export const RECOVER_URL = `${USAGE_HOME}/recover`;
export const PASSWORD_URL = `${USAGE_HOME}/password`;
