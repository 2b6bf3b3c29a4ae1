import { randomUUID } from 'node:crypto';

/** Version and variant bits come before. */
const RANDOM_FROM = 15;

/** Many ids share one millisecond. */
let writtenMs = NaN;
let written = '';

/** UUID v7 (RFC 9562). Ids sort by time, so indexes grow at one end. */
export function uuidv7(nowMs = Date.now()): string {
  if (nowMs !== writtenMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    written = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    writtenMs = nowMs;
  }
  // Node caches random bytes for UUIDs. Version 4 has its random bits in the same places.
  return written + randomUUID().slice(RANDOM_FROM);
}
