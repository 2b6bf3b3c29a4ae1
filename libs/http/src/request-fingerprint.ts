import { createHmac, hkdfSync } from 'node:crypto';
import { inputInvalid } from './request-fault';

export type FingerprintBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'parts'; parts: { name: string; sha256: Buffer }[] };

export interface FingerprintRequest {
  method: string;
  url: string;
  body: FingerprintBody;
}

/** Equal for equal requests. Without `secret`, nobody can guess a body from it. */
export function fingerprint({ method, url, body }: FingerprintRequest, secret: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotency fingerprint', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([method, url, body.kind, describe(body)]))
    .digest();
}

function describe(body: FingerprintBody): string {
  if (body.kind === 'parts')
    return JSON.stringify(body.parts.map(({ name, sha256 }) => [name, sha256.toString('hex')]).sort(byText));
  try {
    return body.value === undefined ? '' : JSON.stringify(sorted(body.value));
  } catch (error) {
    if (error instanceof RangeError) throw inputInvalid('body', 'is nested too deeply');
    throw error;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return {
    entries: Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  };
}

const byText = (one: string[], two: string[]) => (one.join('\0') < two.join('\0') ? -1 : 1);
