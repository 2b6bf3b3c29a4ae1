import { randomUUID } from 'node:crypto';

/** Where the version of a UUID ends and random bits, with the variant among them, begin. */
const RANDOM_FROM = 15;

/** The last millisecond as a UUID begins with it: many ids are made in one. */
let writtenMs = NaN;
let written = '';

/** A UUID v7 (RFC 9562): 48 bits of milliseconds, then random, so that ids sort by time and indexes grow at one end. */
export function uuidv7(nowMs = Date.now()): string {
  if (nowMs !== writtenMs) {
    const time = nowMs.toString(16).padStart(12, '0');
    written = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    writtenMs = nowMs;
  }
  // Node keeps random bytes for many of its UUIDs; one of version 4 has its random bits in the same places.
  return written + randomUUID().slice(RANDOM_FROM);
}
