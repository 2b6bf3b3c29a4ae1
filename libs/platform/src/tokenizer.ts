/** o200k_base. Loading takes about 150 ms and 40 MB, so it is loaded at the first use. */
export interface Tokenizer {
  /** Stops soon after `limit` and returns a lower bound. */
  count(text: string, limit?: number): number;
  /** Reads no more of the text than needed. */
  truncate(text: string, limit: number): { text: string; tokens: number };
}

let loading: Promise<Tokenizer> | undefined;

export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, encode, decode }) => ({
    count: (text, limit = Infinity) => {
      let tokens = 0;
      for (const piece of pieces(text)) {
        tokens += countTokens(piece, AS_PLAIN_TEXT);
        if (tokens > limit) break;
      }
      return tokens;
    },
    truncate: (text, limit) => {
      const kept = { text: '', tokens: 0 };
      for (const piece of pieces(text)) {
        const tokens = encode(piece, AS_PLAIN_TEXT);
        const room = limit - kept.tokens;
        if (tokens.length > room) return { text: kept.text + decode(tokens.slice(0, room)), tokens: limit };
        kept.text += piece;
        kept.tokens += tokens.length;
      }
      return kept;
    },
  }));
  return loading;
}

/** `<|endoftext|>` in a prompt is ordinary text. */
const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

const SLICE_LENGTH = 16_384;
const LONGEST_RUN = 256;

/** Cuts long text, because merging is quadratic: 200,000 letters took 24 s. A cut never makes the count too low. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    const slice = text.slice(at, at + SLICE_LENGTH);
    let start = 0;
    let run = 0;
    let isInSpace = false;
    for (let place = 0; place < slice.length; place += 1) {
      const isHere = isSpace(slice.charCodeAt(place));
      run = isHere === isInSpace ? run + 1 : 1;
      isInSpace = isHere;
      if (run < LONGEST_RUN) continue;
      yield slice.slice(start, place + 1);
      start = place + 1;
      run = 0;
    }
    if (start < slice.length) yield slice.slice(start);
  }
}

/** The same as `\s`. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)));
}
