import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

export const mintWebhookSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface SignedContent {
  /** The same for each attempt, so that the receiver notices a repetition. */
  eventId: string;
  /** When it is sent, in Unix seconds. */
  sentAt: number;
  body: string;
}

/** The headers of Standard Webhooks 1.0.0, with one signature for each secret. */
export function signatureHeaders({ eventId, sentAt, body }: SignedContent, secrets: readonly string[]) {
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': secrets.map((secret) => sign(`${eventId}.${sentAt}.${body}`, secret)).join(' '),
  };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
