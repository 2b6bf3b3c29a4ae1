import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';

export interface PdfSize {
  pages: number;
  /** What the shown strings hold, which is at most one letter for each byte. */
  textBytes: number;
}

/** Longer texts fill any model's prompt. */
const MOST_DECODED_BYTES = 8 * 1_024 * 1_024;
const MOST_STREAMS = 4_000;
const LONGEST_DICTIONARY = 4 * 1_024;

const HEADER_WITHIN = 1_024;
const STREAM = Buffer.from('stream');
const STREAM_END = Buffer.from('endstream');

const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
const FILTER = /\/Filter\s*(?:\[\s*(\/\w+)\s*\]|(\/\w+|\S))/;
/** Images, fonts and metadata show no text. */
const TEXTLESS = /\/Subtype\s*\/(?:Image|Type1C|CIDFontType0C|OpenType|XML)\b|\/Length1\b/;
const IMAGE_FILTERS = new Set(['/DCTDecode', '/JPXDecode', '/CCITTFaxDecode', '/JBIG2Decode']);
const SHOWN_TEXT = /\bBT\b/;

const inflateBytes = promisify(inflate);

/**
 * Counts pages and text without drawing anything. Undefined for a PDF that it cannot read as a whole: encrypted, with
 * an unusual filter, damaged, or very long.
 */
export async function measurePdf(bytes: Buffer): Promise<PdfSize | undefined> {
  const header = bytes.indexOf('%PDF-');
  if (header < 0 || header > HEADER_WITHIN) return undefined;
  const size = { pages: 0, textBytes: 0 };
  let budget = MOST_DECODED_BYTES;
  let streams = 0;
  let at = 0;
  for (;;) {
    const keyword = nextStream(bytes, at);
    const objects = bytes.toString('latin1', at, keyword ?? bytes.length);
    size.pages += countPages(objects);
    if (objects.includes('/Encrypt')) return undefined;
    if (keyword === undefined) break;
    streams += 1;
    if (streams > MOST_STREAMS) return undefined;
    const start = keyword + STREAM.length;
    const found = bytes.indexOf(STREAM_END, start);
    const end = found < 0 ? bytes.length : found;
    at = Math.min(end + STREAM_END.length, bytes.length);
    const dictionary = lastDictionary(objects);
    if (TEXTLESS.test(dictionary)) continue;
    const decoded = await decode(bytes.subarray(start, end), filterOf(dictionary), budget);
    if (decoded === undefined) return undefined;
    budget -= decoded.length;
    const text = decoded.toString('latin1');
    size.pages += countPages(text);
    if (SHOWN_TEXT.test(text)) size.textBytes += countStringBytes(decoded);
  }
  return size.pages > 0 ? size : undefined;
}

const countPages = (text: string) => text.match(PAGE)?.length ?? 0;

/** The keyword stands at the end of a line. */
function nextStream(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(STREAM, from); at >= 0; at = bytes.indexOf(STREAM, at + 1)) {
    const next = bytes[at + STREAM.length];
    if (next === 0x0d || next === 0x0a) return at;
  }
  return undefined;
}

function lastDictionary(objects: string): string {
  const near = objects.slice(-LONGEST_DICTIONARY);
  return near.slice(near.lastIndexOf('obj') + 1);
}

function filterOf(dictionary: string): string | undefined {
  const filter = FILTER.exec(dictionary);
  return filter?.[1] ?? filter?.[2];
}

async function decode(bytes: Buffer, filter: string | undefined, budget: number): Promise<Buffer | undefined> {
  if (filter === undefined) return bytes.length <= budget ? bytes : undefined;
  if (IMAGE_FILTERS.has(filter)) return Buffer.alloc(0);
  if (filter !== '/FlateDecode' || budget <= 0) return undefined;
  const start = bytes[0] === 0x0d && bytes[1] === 0x0a ? 2 : 1;
  try {
    return await inflateBytes(bytes.subarray(start), {
      maxOutputLength: budget,
      // A stream may lack its end.
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    return undefined;
  }
}

const BACKSLASH = 0x5c;
const OPENING = 0x28;
const CLOSING = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;

/** Strings are `(text)`, which may hold pairs of parentheses, or `<hexadecimal digits>`. `<<` begins a dictionary. */
function countStringBytes(content: Buffer): number {
  let bytes = 0;
  let digits = 0;
  let depth = 0;
  let isHexadecimal = false;
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at];
    if (isHexadecimal) {
      if (byte === GREATER) isHexadecimal = false;
      else digits += 1;
    } else if (depth > 0) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === OPENING) depth += 1;
      else if (byte === CLOSING) depth -= 1;
      if (depth > 0) bytes += 1;
    } else if (byte === OPENING) depth = 1;
    else if (byte === LESS && content[at + 1] === LESS) at += 1;
    else if (byte === LESS) isHexadecimal = true;
  }
  return bytes + Math.ceil(digits / 2);
}
