import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { leaksToken } from './leaked-token';

/**
 * A README or a log's text as it is kept: valid UTF-8 without NUL, line ends made LF, a leading BOM dropped.
 * `maxBytes` counts what is kept. Refuses a text that holds a service token, without repeating it.
 */
export function readBody(field: string, bytes: Buffer, maxBytes: number): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw inputInvalid(field, 'must be valid UTF-8');
  }
  return readText(field, text, maxBytes);
}

/** As readBody, of a text that came in JSON. */
export function readText(field: string, text: string, maxBytes: number): string {
  // JSON can spell halves of surrogate pairs, which no UTF-8 can hold.
  if (/\p{Cs}/u.test(text)) throw inputInvalid(field, 'must be valid Unicode');
  if (text.includes('\0')) throw inputInvalid(field, 'must not hold NUL characters');
  const kept = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (Buffer.byteLength(kept) > maxBytes) {
    throw envelopeErrors.PAYLOAD_TOO_LARGE({ message: `The part ${field} is larger than ${maxBytes} bytes.`, details: { limit: maxBytes, part: field } });
  }
  if (leaksToken(kept)) throw inputInvalid(field, 'holds an access token: remove it, and revoke it, because it may have been seen');
  return kept;
}
