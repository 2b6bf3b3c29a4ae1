import { randomUUID } from 'node:crypto';

/** Where the version ends and the random bits start, including the variant. */
const RANDOM_FROM = 15;

/** The last millisecond as formatted in a UUID, because many ids share one. */
let writtenMs = NaN;
let written = '';

/**
 * Returns a UUID v7 (RFC 9562): 48 bits of milliseconds, then random bits. Ids sort by time, so indexes grow at one
 * end.
 */
export function uuidv7(nowMs = Date.now()): string {
  if (nowMs !== writtenMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    written = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    writtenMs = nowMs;
  }
  // Node caches random bytes for its UUIDs. Version 4 has its random bits in the same places.
  return written + randomUUID().slice(RANDOM_FROM);
}
