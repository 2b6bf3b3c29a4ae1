import { commonPasswordProblem, PASSWORD } from '@shipyard/auth';
import { lineProblem, lineSchema, Satisfies } from '@shipyard/http';

/**
 * A new password. It is stored as sent: only its length, its characters and the list of common passwords are checked.
 */
export const IsPassword = () => Satisfies((value) => lineProblem(value, PASSWORD) ?? commonPasswordProblem(value), lineSchema(PASSWORD));

const SENT_PASSWORD = { min: 1, max: PASSWORD.max };

/** A password to compare with the account's. Earlier rules allowed shorter ones. */
export const IsSentPassword = () => Satisfies((value) => lineProblem(value, SENT_PASSWORD), lineSchema(SENT_PASSWORD));
