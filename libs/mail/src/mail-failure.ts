/** What an attempt that did not send the mail means for it. */
export interface MailFailure {
  kind: 'retry' | 'failed' | 'bounced';
  /** Our own words and the codes of the server. Its text often holds the address. */
  reason: string;
}

const MINUTE_MS = 60_000;
/** About 22 hours. */
const DELAYS_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 240, 360, 480];

export const MAX_ATTEMPTS = DELAYS_MINUTES.length + 1;

/** Null if the mail is given up. */
export function delayAfter(attempts: number): number | null {
  const minutes = DELAYS_MINUTES[attempts - 1];
  return minutes === undefined ? null : minutes * MINUTE_MS;
}

/**
 * 1. What fails before the mail is named (greeting, TLS, login) fails for every mail until an operator mends it, so it is
 *    retried.
 * 2. A permanent refusal whose code says that the address is wrong is a bounce.
 * 3. Another refusal of the sender or the recipient is retried. It is often about us (a blocked sender, a closed relay, a
 *    quota) until an operator mends it, or about a full mailbox. A refusal without such a code may mean anything.
 * 4. Another permanent refusal of the message fails this mail.
 * 5. Everything else is retried.
 */
export function readMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response } = fieldsOf(error);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason = [code, command, responseCode, enhanced].filter((part) => part !== undefined).join(' ') || 'unknown';
  const isPermanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (!isPermanent || responseCode === 530 || enhanced === MAILBOX_FULL) return { kind: 'retry', reason };
  // Some servers look at the recipient only after the data.
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA';
  if (isOfRecipient && WRONG_ADDRESS.has(enhanced ?? '')) return { kind: 'bounced', reason };
  return { kind: command === 'DATA' ? 'failed' : 'retry', reason };
}

/** The mailbox or its domain does not exist, has moved, takes no mail or is disabled (RFC 3463, RFC 7505). */
const WRONG_ADDRESS = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const MAILBOX_FULL = '5.2.2';
/** nodemailer names commands and codes itself; anything else could hold text of a server. */
const WORD = /^[A-Z][A-Z0-9_ ]{0,30}$/;

function fieldsOf(error: unknown) {
  const fields: Partial<Record<string, unknown>> = typeof error === 'object' && error !== null ? { ...error } : {};
  const word = (value: unknown) => (typeof value === 'string' && WORD.test(value) ? value : undefined);
  return {
    code: word(fields.code),
    command: word(fields.command),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
    response: typeof fields.response === 'string' ? fields.response.slice(0, 100) : '',
  };
}
