/** What only the worker knows, because only the worker has the settings. */
export const SETUP_CHECKS = ['mail', 'gateway'] as const;
export type SetupCheck = (typeof SETUP_CHECKS)[number];

/** The check of `setup_checks.standing` lists the same. */
export type CheckStanding = 'fine' | 'files' | 'login_refused' | 'unreachable' | 'key_refused' | 'no_model';
