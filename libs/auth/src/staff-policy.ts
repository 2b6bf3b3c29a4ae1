import { isDemo, oneOf, type Setting } from '@shipyard/platform/config';

const POLICIES = ['required', 'optional'] as const;

/** `required`: roles that act on other people's data need one. `optional`: only accounts that have set one up. */
export type StaffTotpPolicy = (typeof POLICIES)[number];

export function staffTotp(environment: NodeJS.ProcessEnv): Setting<StaffTotpPolicy> {
  return oneOf(POLICIES, environment.NODE_ENV === 'production' && !isDemo(environment) ? 'required' : 'optional');
}

export const STAFF_SESSION = { hours: 12, idleMinutes: 60 };

export const FRESH_SECOND_FACTOR_MINUTES = 15;
