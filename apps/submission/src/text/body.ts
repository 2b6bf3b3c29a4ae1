import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { leaksToken } from './leaked-token';

/**
 * Valid UTF-8 without NUL, LF line ends, no BOM. `maxBytes` applies to the result. Refuses a text with a service token,
 * without repeating the token.
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

export function readText(field: string, text: string, maxBytes: number): string {
  // JSON can contain lone surrogates, which UTF-8 cannot.
  if (/\p{Cs}/u.test(text)) throw inputInvalid(field, 'must be valid Unicode');
  if (text.includes('\0')) throw inputInvalid(field, 'must not contain NUL characters');
  const kept = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (Buffer.byteLength(kept) > maxBytes) {
    throw envelopeErrors.PAYLOAD_TOO_LARGE({
      message: `The part ${field} is larger than ${maxBytes} bytes. Shorten it.`,
      details: { limit: maxBytes, part: field },
    });
  }
  if (leaksToken(kept))
    throw inputInvalid(
      field,
      'contains an access token: remove it here, and revoke it, because others may have seen it',
    );
  return kept;
}
