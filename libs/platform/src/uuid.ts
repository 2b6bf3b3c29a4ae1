import { randomFillSync } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const RANDOM_BYTES = 10;

/** Random bytes are cheap by the block and dear one by one. */
const pool = Buffer.alloc(RANDOM_BYTES * 256);
let used = pool.length;

/** A UUID v7 (RFC 9562): 48 bits of milliseconds, then random, so that ids sort by time and indexes grow at one end. */
export function uuidv7(nowMs = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += RANDOM_BYTES;
  const hex = (place: number) => HEX[pool[at + place] ?? 0] ?? '';
  const time = nowMs.toString(16).padStart(12, '0');
  const third = HEX[((pool[at] ?? 0) & 0x0f) | 0x70] ?? '';
  const fourth = HEX[((pool[at + 2] ?? 0) & 0x3f) | 0x80] ?? '';
  return `${time.slice(0, 8)}-${time.slice(8)}-${third}${hex(1)}-${fourth}${hex(3)}-${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`;
}
