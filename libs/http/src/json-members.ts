const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACE = 0x7d;
const CLOSING_BRACKET = 0x5d;

/** Counts while bytes arrive, because parsing blocks the process. Meaningless for malformed JSON. */
export class JsonMembers {
  private counted = 0;
  private inString = false;
  private isEscaped = false;
  /** An object or list has just begun. Unless it ends, the next value is its first member. */
  private hasBegun = false;

  get count(): number {
    return this.counted;
  }

  read(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at];
      if (this.inString) this.readInString(byte);
      else this.readOutside(byte);
    }
  }

  private readInString(byte: number | undefined): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  private readOutside(byte: number | undefined): void {
    switch (byte) {
      case SPACE:
      case TAB:
      case LINE_FEED:
      case CARRIAGE_RETURN:
        return;
      case COMMA:
        this.counted += 1;
        return;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        this.hasBegun = false;
        return;
    }
    if (this.hasBegun) this.counted += 1;
    this.hasBegun = byte === OPENING_BRACE || byte === OPENING_BRACKET;
    this.inString = byte === QUOTE;
  }
}
