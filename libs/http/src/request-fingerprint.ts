import { createHmac, hkdfSync } from 'node:crypto';
import { inputInvalid } from './request-fault';

/** A body as it counts for whether two requests are the same. */
export type FingerprintBody =
  /** Parsed; undefined where there is none. */
  | { kind: 'json'; value: unknown }
  /** The parts of a form, in whatever order they came. */
  | { kind: 'parts'; parts: { name: string; sha256: Buffer }[] };

export interface FingerprintRequest {
  method: string;
  /** With the query. */
  url: string;
  body: FingerprintBody;
}

/** Tells whether two requests are the same without keeping either: 32 bytes that nobody can compute, or guess a body by, without `secret`. */
export function fingerprint({ method, url, body }: FingerprintRequest, secret: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotency fingerprint', 32));
  return createHmac('sha256', key).update(JSON.stringify([method, url, body.kind, describe(body)])).digest();
}

function describe(body: FingerprintBody): string {
  if (body.kind === 'parts') return JSON.stringify(body.parts.map(({ name, sha256 }) => [name, sha256.toString('hex')]).sort(byText));
  try {
    return body.value === undefined ? '' : JSON.stringify(sorted(body.value));
  } catch (error) {
    // The stack ran out.
    if (error instanceof RangeError) throw inputInvalid('body', 'is nested too deeply');
    throw error;
  }
}

/** Objects as lists of their entries, by key: the order of keys means nothing in JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return { entries: Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)).map(([key, item]) => [key, sorted(item)]) };
}

const byText = (one: string[], two: string[]) => (one.join('\0') < two.join('\0') ? -1 : 1);
