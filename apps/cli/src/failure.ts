import { ShipyardError } from '@shipyard/client';
import type { Words } from './words/words';

export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  validation: 3,
  auth: 4,
  conflict: 5,
  network: 6,
  limited: 7,
  state: 8,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface FailureFacts {
  exit: ExitCode;
  error: string;
  message: string;
  /** For people, where it differs from the message. */
  told?: string;
  /** What to do next, where the message does not say it. */
  hint?: string;
  details?: Readonly<Record<string, unknown>>;
}

/** A failure that the command line itself found. Those of the service are ShipyardErrors. */
export class CliFailure extends Error {
  readonly facts: Required<Omit<FailureFacts, 'hint' | 'told'>> & { hint: string | null };

  constructor({ hint, told, details, ...facts }: FailureFacts) {
    super(told ?? facts.message);
    this.facts = { ...facts, hint: hint ?? null, details: details ?? {} };
  }
}

/** The service named a page that no browser should open. */
export const pageRefused = (url: string, words: Words) =>
  new CliFailure({ exit: EXIT.failure, error: 'PAGE_REFUSED', message: words.connection.badPage(url) });

export class Interrupted extends CliFailure {
  constructor(message: string, hint?: string) {
    super({ exit: EXIT.interrupted, error: 'INTERRUPTED', message, ...(hint !== undefined && { hint }) });
  }
}

/** Codes of 409 that say: the state of the project, or of its program, forbids it. */
const STATE_CODES = new Set([
  'STATE_CONFLICT',
  'PROGRAM_CLOSED',
  'REVIEW_NOT_READY',
  'REVIEW_IN_PROGRESS',
  'INTERVIEW_NOT_AVAILABLE',
  'SHIPMENT_NOT_ALLOWED',
]);

export function exitCodeOf({ error, status }: Pick<ShipyardError, 'error' | 'status'>): ExitCode {
  if (STATE_CODES.has(error)) return EXIT.state;
  if (error === 'QUOTA_EXCEEDED' || status === 429) return EXIT.limited;
  if (status === 400 || status === 413) return EXIT.validation;
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 409) return EXIT.conflict;
  return status >= 500 ? EXIT.network : EXIT.failure;
}
