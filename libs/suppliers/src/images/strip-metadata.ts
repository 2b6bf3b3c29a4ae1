/** Chunks that draw a PNG. The others reveal the supplier; color profiles contain text too. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'IDAT', 'IEND']);
const PNG_HEAD_BYTES = 8;
const PNG_CHUNK_BYTES = 12;

/** Null if it is cut short or not a PNG. */
export function stripPng(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, PNG_HEAD_BYTES)];
  for (let at = PNG_HEAD_BYTES; at + PNG_CHUNK_BYTES <= bytes.length;) {
    const end = at + PNG_CHUNK_BYTES + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return null;
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}

const JPEG = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  firstRestart: 0xd0,
  lastRestart: 0xd7,
  app0: 0xe0,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
};
/** Segments of these lengths have room only for density and color kind. */
const JFIF_BYTES = 16;
const ADOBE_BYTES = 14;

/** Null if it is cut short or not a JPEG. */
export function stripJpeg(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length || (at + 2 <= bytes.length && bytes[at + 1] === JPEG.eoi);) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG.eoi) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const length = bytes.readUInt16BE(at + 2);
    const end = marker === JPEG.sos ? endOfScan(bytes, at + 2 + length) : at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (isDrawnFrom(marker, length)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

function isDrawnFrom(marker: number, length: number): boolean {
  if (marker === JPEG.app0) return length === JFIF_BYTES;
  if (marker === JPEG.app14) return length === ADOBE_BYTES;
  return marker !== JPEG.comment && (marker < JPEG.app0 || marker > JPEG.app15);
}

/** The data of a scan ends at the next marker that is neither a restart nor a stuffed zero. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes.readUInt8(at + 1);
    const isData = next === 0 || (next >= JPEG.firstRestart && next <= JPEG.lastRestart);
    if (!isData && next !== 0xff) return at;
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1));
  }
  return Infinity;
}

const WEBP_HEAD_BYTES = 12;
const WEBP_CHUNK_HEAD_BYTES = 8;
const WEBP_CHUNKS = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L']);
/** The only flag in VP8X that describes the image itself. */
const WEBP_ALPHA = 0x10;

/** Null if it is cut short, animated, or not a WebP. */
export function stripWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < WEBP_HEAD_BYTES) return null;
  const whole = WEBP_CHUNK_HEAD_BYTES + bytes.readUInt32LE(4);
  if (whole > bytes.length) return null;
  const kept: Buffer[] = [];
  for (let at = WEBP_HEAD_BYTES; at + WEBP_CHUNK_HEAD_BYTES <= whole;) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + WEBP_CHUNK_HEAD_BYTES + length + (length % 2);
    if (end > whole) return null;
    if (WEBP_CHUNKS.has(type))
      kept.push(type === 'VP8X' ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD_BYTES));
  const body = Buffer.concat(kept);
  head.writeUInt32LE(body.length + 4, 4);
  return /VP8[ L]/.test(kept.map((chunk) => chunk.toString('latin1', 0, 4)).join())
    ? Buffer.concat([head, body])
    : null;
}

function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  const flags = copy[WEBP_CHUNK_HEAD_BYTES];
  if (flags !== undefined) copy[WEBP_CHUNK_HEAD_BYTES] = flags & WEBP_ALPHA;
  return copy;
}
