import { isDemo, oneOf, type Setting } from '@shipyard/platform';

const POLICIES = ['required', 'optional'] as const;

/** `required`: roles that act on other people's data can be used only with a second factor. `optional`: those who have set one up are asked for it. */
export type StaffTotpPolicy = (typeof POLICIES)[number];

/** The setting STAFF_TOTP. A demo has known accounts without a second factor. */
export function staffTotp(environment: NodeJS.ProcessEnv): Setting<StaffTotpPolicy> {
  return oneOf(POLICIES, environment.NODE_ENV === 'production' && !isDemo(environment) ? 'required' : 'optional');
}

/** How long a session of staff lasts, from its log-in and without a call. */
export const STAFF_SESSION = { hours: 12, idleMinutes: 60 };

/** For how long a second factor counts as just shown. */
export const FRESH_SECOND_FACTOR_MINUTES = 15;
