import type { MediaTokens, PartRates } from '@shipyard/suppliers';
import { imageTokens } from './image-tokens';

/** Our count of what a supplier does not count for us. The rates of OpenAI, with four letters for a token. */
const USUAL_PAGE_TOKENS = 1_500;
const TEXT_BYTES_PER_TOKEN = 4;
const USUAL_TOKENS_PER_SECOND = 10;
/** A recording that cannot be read. */
const USUAL_RECORDING_TOKENS = 10_000;

/** No compression of a PDF makes more of a byte, and no text has more tokens than bytes. */
const MOST_EXPANSION = 1_032;

type Part = Record<string, unknown>;

/** A file counts `media.file` at least. */
export function usualPartTokens(part: Part, media: MediaTokens): number {
  const size = media.sizes.get(part);
  const least = part.type === 'file' ? media.file : 0;
  switch (size?.kind) {
    case 'pdf':
      return Math.max(least, size.pages * USUAL_PAGE_TOKENS + Math.ceil(size.textBytes / TEXT_BYTES_PER_TOKEN));
    case 'recording':
      return Math.max(least, Math.ceil(size.usualSeconds) * USUAL_TOKENS_PER_SECOND);
    default:
      return part.type === 'file' ? least : USUAL_RECORDING_TOKENS;
  }
}

/** An upper bound by pages, seconds or bytes. Infinity where nothing bounds it. */
export function mostPartTokens(part: Part, media: MediaTokens, rates: PartRates): number {
  const size = media.sizes.get(part);
  switch (size?.kind) {
    case 'pdf':
      return size.pages * Math.max(rates.page, imageTokens(media.image, {})) + times(size.textBytes, rates.textByte);
    case 'recording':
      return rates.recording + times(Math.ceil(size.mostSeconds), rates.second);
    case 'unread':
      return size.bytes * MOST_EXPANSION;
    case undefined:
      return Infinity;
  }
}

/** 0 × Infinity is no number. */
const times = (count: number, rate: number) => (count === 0 ? 0 : count * rate);
