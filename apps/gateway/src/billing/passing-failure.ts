import { isDatabaseUnavailable } from '@shipyard/platform/database';

const DEADLOCK = '40P01';

/** Postgres rolled the statement back because another one waited for it. It can be repeated. */
export const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === DEADLOCK;

export const isPassing = (error: unknown) => isDatabaseUnavailable(error) || isDeadlock(error);
