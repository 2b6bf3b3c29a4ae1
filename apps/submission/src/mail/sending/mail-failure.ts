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
 * 2. A permanent refusal of the recipient is a bounce, unless it is about policy (5.7.x: a closed relay, a blocked sender).
 * 3. Another permanent refusal fails this mail.
 * 4. Everything else is retried.
 */
export function readMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response } = fieldsOf(error);
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason = [code, command, responseCode, enhanced].filter((part) => part !== undefined).join(' ') || 'unknown';
  const isPermanent = responseCode !== undefined && responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (!isPermanent || !ABOUT_THE_MAIL.has(command ?? '') || responseCode === 530) return { kind: 'retry', reason };
  if (command === 'RCPT TO' && !enhanced?.startsWith('5.7.')) return { kind: 'bounced', reason };
  return { kind: 'failed', reason };
}

const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
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
