import { isDatabaseUnavailable, sqlState, violatedConstraint } from '@shipyard/platform/database';

const DEADLOCK = '40P01';
const DATA_EXCEPTION = '22';

/** Postgres rolled the statement back because another one waited for it. It can be repeated. */
export const isDeadlock = (error: unknown) => sqlState(error) === DEADLOCK;

/** Worth another attempt at once. */
export const isPassing = (error: unknown) => isDatabaseUnavailable(error) || isDeadlock(error);

/**
 * Postgres refused these values, and would refuse them again: they break a constraint that it names, or it cannot read
 * them. It proves something against a charge only if the charge was sent alone. Every other failure, also one that
 * nobody thought of, may be an outage, which costs no customer and no supplier's bill.
 */
export const isPoison = (error: unknown) =>
  violatedConstraint(error) !== null || (sqlState(error)?.startsWith(DATA_EXCEPTION) ?? false);
