import { instantOf } from '@shipyard/contracts';

/** Undefined means now, by the clock of Postgres. */
export function startOf(effectiveFrom: string | undefined): Date | undefined {
  const time = instantOf(effectiveFrom);
  return time !== null && time.getTime() > Date.now() ? time : undefined;
}
