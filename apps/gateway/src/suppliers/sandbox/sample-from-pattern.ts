/** A text that is written down is no longer than this. */
const MOST_CHARACTERS = 2_000;

/** What stands for each class of characters. */
const CLASSES: Record<string, string> = { d: '0', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const CONTROLS: Record<string, string> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };

/** Thrown where a pattern says what is not read here, or its text would be too long. */
class NotRead extends Error {}

/**
 * A text of at least `shortest` characters, where the pattern leaves room, that this regular expression of a JSON schema matches: the first alternative,
 * as few repetitions as it takes, the first character of a class. Undefined for what has assertions, references or properties of Unicode. The
 * pattern is read, never run: it is a customer's, and could run for ever.
 */
export function sampleFromPattern(pattern: string, shortest: number): string | undefined {
  try {
    const least = new PatternReader(pattern, 0).read();
    return least.length < shortest ? new PatternReader(pattern, shortest - least.length).read() : least;
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

class PatternReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly pattern: string,
    /** Characters that repetitions may add to the fewest that there must be. */
    private spare: number,
  ) {}

  read(): string {
    const text = this.alternatives();
    if (this.at < this.pattern.length) throw new NotRead();
    return text;
  }

  /** The text of the first; the others are only read over, and take nothing of what is spare. */
  private alternatives(): string {
    if (++this.depth > 50) throw new NotRead();
    const text = this.sequence();
    const { spare } = this;
    while (this.take('|')) this.sequence();
    this.spare = spare;
    this.depth -= 1;
    return text;
  }

  private sequence(): string {
    let text = '';
    while (this.at < this.pattern.length && !this.isNext('|') && !this.isNext(')')) {
      text += this.repeated(this.atom());
      if (text.length > MOST_CHARACTERS) throw new NotRead();
    }
    return text;
  }

  private atom(): string {
    const character = this.next();
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '(':
        return this.group();
      case '[':
        return this.characterClass();
      case '\\':
        return this.escaped();
      case '*':
      case '+':
      case '?':
        throw new NotRead();
      default:
        return character;
    }
  }

  private group(): string {
    // Neither what must follow nor a name.
    if (this.take('?') && !this.take(':')) throw new NotRead();
    const text = this.alternatives();
    if (!this.take(')')) throw new NotRead();
    return text;
  }

  private characterClass(): string {
    if (this.isNext('^') || this.isNext(']')) throw new NotRead();
    const first = this.classMember();
    while (!this.take(']')) this.classMember();
    return first;
  }

  private classMember(): string {
    const character = this.next();
    return character === '\\' ? this.escaped() : character;
  }

  private escaped(): string {
    const character = this.next();
    const known = CLASSES[character] ?? CONTROLS[character];
    if (known !== undefined) return known;
    if (/[A-Za-z0-9]/.test(character)) throw new NotRead();
    return character;
  }

  private repeated(text: string): string {
    const bounds = this.quantifier();
    if (!bounds) return text;
    const added = text === '' ? 0 : Math.min(bounds.most - bounds.fewest, Math.ceil(this.spare / text.length));
    this.spare -= Math.min(this.spare, added * text.length);
    const count = bounds.fewest + added;
    if (count * text.length > MOST_CHARACTERS) throw new NotRead();
    return text.repeat(count);
  }

  private quantifier(): { fewest: number; most: number } | undefined {
    const written = /^(?:[*+?]|\{(\d{1,4})(,?)(\d{0,4})\})\??/.exec(this.pattern.slice(this.at, this.at + 16));
    if (!written) return undefined;
    const [all, fewest, comma, most] = written;
    this.at += all.length;
    if (fewest !== undefined) return { fewest: Number(fewest), most: most ? Number(most) : comma ? Infinity : Number(fewest) };
    return { fewest: all.startsWith('+') ? 1 : 0, most: all.startsWith('?') ? 1 : Infinity };
  }

  private next(): string {
    const character = this.pattern[this.at++];
    if (character === undefined || /[\ud800-\udfff]/.test(character)) throw new NotRead();
    return character;
  }

  private isNext(character: string): boolean {
    return this.pattern[this.at] === character;
  }

  private take(character: string): boolean {
    if (!this.isNext(character)) return false;
    this.at += 1;
    return true;
  }
}
