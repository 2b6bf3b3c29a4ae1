import { createHash, randomUUID } from 'node:crypto';

/** The index after the version digit. */
const RANDOM_FROM = 15;

// Kept, because many ids share one millisecond.
let writtenMs = NaN;
let written = '';

/** UUID v7 (RFC 9562). Ids sort by time, so indexes grow at one end. */
export function uuidv7(nowMs = Date.now()): string {
  if (nowMs !== writtenMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    written = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    writtenMs = nowMs;
  }
  // Version 4 has its random bits in the same places, and Node caches random bytes for it.
  return written + randomUUID().slice(RANDOM_FROM);
}

/** The same id for the same text. */
export function idOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-');
}
