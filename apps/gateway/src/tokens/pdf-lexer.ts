export class UnreadPdf extends Error {}

/** A name is a string. Of a text only its length matters. */
export type PdfValue = number | string | boolean | null | PdfText | PdfReference | PdfValue[] | PdfDictionary;
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export class PdfText {
  constructor(readonly bytes: number) {}
}
export class PdfReference {
  constructor(readonly number: number) {}
}

/** Delimiters of arrays and dictionaries are words. */
export type PdfToken =
  | { kind: 'word' | 'name'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'text'; bytes: number }
  | { kind: 'end' };

/** What all lexers of a file may still read into memory. */
export interface PdfRoom {
  values: number;
}

const DEEPEST_VALUE = 64;
/** Operators, names and numbers of real files are far shorter. */
const LONGEST_WORD = 256;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WHITESPACE = new Set(Buffer.from('\0\t\n\f\r '));
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const HEXADECIMAL = new Set(Buffer.from('0123456789abcdefABCDEF'));
const BACKSLASH = 0x5c;
const OPENING = 0x28;
const CLOSING = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const PERCENT = 0x25;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NINE = 0x39;

/** Reads only what every reader reads alike. All else is an `UnreadPdf`. */
export class PdfLexer {
  /** Where the last token starts. */
  start = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly room: PdfRoom,
    public at = 0,
    private readonly end = bytes.length,
  ) {}

  next(): PdfToken {
    this.skipSpace();
    this.start = this.at;
    if (this.at >= this.end) return { kind: 'end' };
    const byte = this.byteAt(this.at);
    switch (byte) {
      case SLASH:
        this.at += 1;
        return { kind: 'name', text: this.word() };
      case OPENING:
        return { kind: 'text', bytes: this.literalBytes() };
      case LESS:
      case GREATER:
        if (this.at + 1 < this.end && this.byteAt(this.at + 1) === byte) {
          this.at += 2;
          return { kind: 'word', text: byte === LESS ? '<<' : '>>' };
        }
        if (byte === GREATER) throw new UnreadPdf('a lone >');
        return { kind: 'text', bytes: this.hexadecimalBytes() };
    }
    if (DELIMITERS.has(byte)) {
      this.at += 1;
      return { kind: 'word', text: String.fromCharCode(byte) };
    }
    const text = this.word();
    if (byte > NINE) return { kind: 'word', text };
    return NUMBER.test(text) ? { kind: 'number', number: Number(text) } : { kind: 'word', text };
  }

  integer(): number {
    const token = this.next();
    if (token.kind === 'number' && Number.isSafeInteger(token.number) && token.number >= 0) return token.number;
    throw new UnreadPdf('no whole number');
  }

  expect(text: string): void {
    const token = this.next();
    if (token.kind !== 'word' || token.text !== text) throw new UnreadPdf(`no ${text}`);
  }

  /** The values up to a word that is no value, or up to the end. */
  read(depth = 0): { values: PdfValue[]; word: string | undefined } {
    if (depth > DEEPEST_VALUE) throw new UnreadPdf('nested too deeply');
    const values: PdfValue[] = [];
    for (;;) {
      this.room.values -= 1;
      if (this.room.values < 0) throw new UnreadPdf('too many values');
      const token = this.next();
      if (token.kind === 'end') return { values, word: undefined };
      if (token.kind === 'number') values.push(token.number);
      else if (token.kind === 'name') values.push(token.text);
      else if (token.kind === 'text') values.push(new PdfText(token.bytes));
      else if (token.text === '[') values.push(this.readTo(']', depth));
      else if (token.text === '<<') values.push(dictionaryOf(this.readTo('>>', depth)));
      else if (token.text === 'R') values.push(referenceOf(values.splice(-2)));
      else if (token.text === 'true' || token.text === 'false') values.push(token.text === 'true');
      else if (token.text === 'null') values.push(null);
      else return { values, word: token.text };
    }
  }

  dictionary(): PdfDictionary {
    this.expect('<<');
    return dictionaryOf(this.readTo('>>', 0));
  }

  /** The only value up to its end. */
  value(): PdfValue {
    const { values, word } = this.read();
    if (word !== undefined) throw new UnreadPdf('no value');
    return onlyOf(values);
  }

  private readTo(closing: string, depth: number): PdfValue[] {
    const { values, word } = this.read(depth + 1);
    if (word !== closing) throw new UnreadPdf(`no ${closing}`);
    return values;
  }

  private byteAt(at: number): number {
    return this.bytes[at] ?? 0;
  }

  private skipSpace(): void {
    for (; this.at < this.end; this.at += 1) {
      if (this.byteAt(this.at) === PERCENT) this.skipLine();
      else if (!WHITESPACE.has(this.byteAt(this.at))) return;
    }
  }

  private skipLine(): void {
    while (this.at < this.end && this.byteAt(this.at) !== LINE_FEED && this.byteAt(this.at) !== RETURN) this.at += 1;
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.end && !WHITESPACE.has(this.byteAt(this.at)) && !DELIMITERS.has(this.byteAt(this.at)))
      this.at += 1;
    if (this.at - start > LONGEST_WORD) throw new UnreadPdf('a long word');
    return this.bytes.toString('latin1', start, this.at);
  }

  /** A text may hold pairs of parentheses. */
  private literalBytes(): number {
    let bytes = 0;
    let depth = 0;
    for (; this.at < this.end; this.at += 1) {
      const byte = this.byteAt(this.at);
      if (byte === BACKSLASH) this.at += 1;
      else if (byte === OPENING) depth += 1;
      else if (byte === CLOSING) depth -= 1;
      if (depth === 0) {
        this.at += 1;
        return bytes - 1;
      }
      bytes += 1;
    }
    throw new UnreadPdf('a text without its end');
  }

  private hexadecimalBytes(): number {
    let digits = 0;
    for (this.at += 1; this.at < this.end; this.at += 1) {
      const byte = this.byteAt(this.at);
      if (HEXADECIMAL.has(byte)) digits += 1;
      else if (byte === GREATER) {
        this.at += 1;
        return Math.ceil(digits / 2);
      } else if (!WHITESPACE.has(byte)) throw new UnreadPdf('no hexadecimal digit');
    }
    throw new UnreadPdf('a text without its end');
  }
}

/** Readers disagree on which of two equal keys counts, and on keys with `#`. */
function dictionaryOf(values: PdfValue[]): PdfDictionary {
  const dictionary = new Map<string, PdfValue>();
  for (let at = 0; at < values.length; at += 2) {
    const [key, value] = [values[at], values[at + 1]];
    if (typeof key !== 'string' || key.includes('#') || dictionary.has(key) || value === undefined)
      throw new UnreadPdf('an odd key');
    dictionary.set(key, value);
  }
  return dictionary;
}

function referenceOf([number, generation]: PdfValue[]): PdfReference {
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number <= 0 || generation !== 0)
    throw new UnreadPdf('an odd reference');
  return new PdfReference(number);
}

export function onlyOf(values: PdfValue[]): PdfValue {
  const [value] = values;
  if (value === undefined || values.length > 1) throw new UnreadPdf('no value, or several');
  return value;
}
