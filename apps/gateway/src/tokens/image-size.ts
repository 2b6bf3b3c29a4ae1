export interface ImageSize {
  width: number;
  height: number;
}

/** A JPEG header may follow thumbnails and color profiles. */
const FIRST_BYTES = 3 * 1_024;
const MOST_BYTES = 3 * 512 * 1_024;

/** Reads the size from the header of a data URL, or returns undefined. Decompresses nothing. */
export function sizeOfDataUrl(url: string): ImageSize | undefined {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url.slice(0, 5)) || comma < 0 || !/;\s*base64\s*$/i.test(url.slice(0, comma))) return undefined;
  for (let bytes = FIRST_BYTES; bytes <= MOST_BYTES; bytes *= 8) {
    const end = comma + 1 + (bytes / 3) * 4;
    const size = sizeOfImage(Buffer.from(url.slice(comma + 1, end), 'base64'));
    if (size || end >= url.length) return size;
  }
  return undefined;
}

/** Undefined if the header is incomplete or unknown. */
export function sizeOfImage(bytes: Buffer): ImageSize | undefined {
  const size = READERS.find(({ isKind }) => isKind(bytes))?.read(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const isText = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

const READERS: { isKind: (bytes: Buffer) => boolean; read: (bytes: Buffer) => ImageSize | undefined }[] = [
  { isKind: (bytes) => bytes.subarray(0, 8).equals(PNG), read: readPng },
  { isKind: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8, read: readJpeg },
  { isKind: (bytes) => isText(bytes, 'GIF87a') || isText(bytes, 'GIF89a'), read: readGif },
  { isKind: (bytes) => isText(bytes, 'RIFF') && isText(bytes, 'WEBP', 8), read: readWebp },
];

function readPng(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24 || !isText(bytes, 'IHDR', 12)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers with content are followed by their length. The frame header has the size. */
function readJpeg(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (isFrameHeader(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // The image data starts without a frame header.
    else if (marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** C4, C8 and CC among them are tables. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** The canvas or the first frame, whichever is larger: decoders differ in which they use. */
function readGif(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 13) return undefined;
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const flags = bytes[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (bytes[at] === 0x21) {
    at += 2;
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return at < bytes.length ? size : undefined;
  return {
    width: Math.max(size.width, bytes.readUInt16LE(at + 5)),
    height: Math.max(size.height, bytes.readUInt16LE(at + 7)),
  };
}

function readWebp(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  if (isText(bytes, 'VP8X', 12)) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (isText(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return isText(bytes, 'VP8 ', 12)
    ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    : undefined;
}
