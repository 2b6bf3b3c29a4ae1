import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import {
  onlyOf,
  type PdfDictionary,
  PdfLexer,
  PdfReference,
  type PdfRoom,
  type PdfValue,
  UnreadPdf,
} from './pdf-lexer';

/** Longer texts fill any model's prompt. */
export const MOST_DECODED_BYTES = 8 * 1_024 * 1_024;
const MOST_STREAMS = 4_000;
const MOST_VALUES = 500_000;

const STREAM_END = 'endstream';
const OBJECT = Buffer.from('obj');
const START = 'startxref';
/** What may precede `obj` in the header of an object. `endobj` has a letter there. */
const BEFORE_OBJECT = new Set(Buffer.from('\0\t\n\f\r 0123456789'));
/** Other names of a filter, and data in another file. */
const ODD_STREAM_KEYS = ['F', 'DP', 'FFilter', 'FDecodeParms'];

const END_OF_LINE = /^(?:\r\n|\r|\n)?$/;

const inflateBytes = promisify(inflate);

export interface PdfObject {
  value: PdfValue;
  data?: Buffer;
  /** In the file, or in the object stream `within`. */
  at: number;
  within?: number;
}

/** One line of a cross-reference table. */
interface Entry {
  number: number;
  at: number;
  within?: number;
  isFree: boolean;
}

/**
 * All objects of a file. A reader finds objects by the cross-reference table, or searches the file for them. Both must
 * lead to the same objects: each number has one object, no data looks like one, and the table names each at its place.
 */
export class PdfObjects {
  private readonly objects = new Map<number, PdfObject>();
  private readonly listed = new Set<number>();
  private readonly freed = new Set<number>();
  private readonly sections = new Set<number>();
  private readonly trailers: PdfDictionary[] = [];
  private readonly entries: Entry[] = [];
  private readonly starts: number[] = [];
  private readonly room: PdfRoom = { values: MOST_VALUES };
  private budget = MOST_DECODED_BYTES;

  private constructor(private readonly bytes: Buffer) {}

  static async read(bytes: Buffer): Promise<PdfObjects> {
    const read = new PdfObjects(bytes);
    read.scan();
    await read.unpack();
    read.checkTables();
    for (const object of read.all) read.checkLength(object);
    return read;
  }

  get all(): Iterable<PdfObject> {
    return this.objects.values();
  }

  root(): PdfDictionary {
    const roots = this.trailers.flatMap((trailer) => trailer.get('Root') ?? []);
    const [root] = roots;
    if (!(root instanceof PdfReference) || !roots.every((r) => r instanceof PdfReference && r.number === root.number))
      throw new UnreadPdf('no root, or several');
    return this.dictionary(root);
  }

  resolve(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null;
    const target = this.objectOf(value).value;
    if (target instanceof PdfReference) throw new UnreadPdf('a reference to a reference');
    return target;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary {
    const dictionary = this.resolve(value);
    if (isDictionary(dictionary)) return dictionary;
    throw new UnreadPdf('no dictionary');
  }

  isStream(value: PdfValue | undefined): boolean {
    return value instanceof PdfReference && this.objectOf(value).data !== undefined;
  }

  async decode(value: PdfReference): Promise<Buffer> {
    return this.decoded(this.objectOf(value));
  }

  private objectOf({ number }: PdfReference): PdfObject {
    const object = this.objects.get(number);
    if (!object || !this.listed.has(number) || this.freed.has(number)) throw new UnreadPdf('no such object');
    return object;
  }

  private async decoded({ value, data }: PdfObject): Promise<Buffer> {
    if (!isDictionary(value) || (value.get('DecodeParms') ?? null) !== null) throw new UnreadPdf('no plain stream');
    return this.unfiltered(value, data);
  }

  private async unfiltered(dictionary: PdfDictionary, data: Buffer | undefined): Promise<Buffer> {
    if (!data || ODD_STREAM_KEYS.some((key) => dictionary.has(key))) throw new UnreadPdf('no plain stream');
    const filter = dictionary.get('Filter') ?? null;
    const only = Array.isArray(filter) ? onlyOf(filter) : filter;
    if (only !== null && only !== 'FlateDecode') throw new UnreadPdf('an unusual filter');
    const bytes = only === null ? data : await this.inflated(data);
    this.budget -= bytes.length;
    if (this.budget < 0) throw new UnreadPdf('too long');
    return bytes;
  }

  private async inflated(data: Buffer): Promise<Buffer> {
    try {
      return await inflateBytes(data, { maxOutputLength: Math.max(1, this.budget) });
    } catch {
      throw new UnreadPdf('damaged or too long');
    }
  }

  /** Every byte of the file belongs to an object, a table, a trailer or a comment. */
  private scan(): void {
    const lexer = new PdfLexer(this.bytes, this.room);
    let headers = 0;
    for (;;) {
      const token = lexer.next();
      if (token.kind === 'end') break;
      if (token.kind === 'number') {
        this.scanObject(lexer, token.number);
        headers += 1;
      } else if (token.kind === 'word' && token.text === 'xref') this.scanTable(lexer);
      else if (token.kind === 'word' && token.text === START) this.starts.push(lexer.integer());
      else throw new UnreadPdf('neither an object nor a table');
    }
    if (headers !== this.countHeaders() || this.starts.length !== this.countStarts())
      throw new UnreadPdf('hidden objects');
  }

  private scanObject(lexer: PdfLexer, number: number): void {
    const at = lexer.start;
    if (!isWhole(number) || lexer.integer() !== 0) throw new UnreadPdf('a changed object');
    lexer.expect('obj');
    const { values, word } = lexer.read();
    const object: PdfObject = { value: onlyOf(values), at };
    if (word === 'stream') {
      object.data = this.dataFrom(lexer);
      lexer.expect('endobj');
    } else if (word !== 'endobj') throw new UnreadPdf('an object without its end');
    this.add(number, object);
  }

  private add(number: number, object: PdfObject): void {
    if (this.objects.has(number)) throw new UnreadPdf('an object twice');
    this.objects.set(number, object);
  }

  /** The data with the end of line that may follow it. */
  private dataFrom(lexer: PdfLexer): Buffer {
    const start = lexer.at + (this.bytes[lexer.at] === 0x0d ? 2 : 1);
    const end = this.bytes.indexOf(STREAM_END, start);
    if (this.bytes[start - 1] !== 0x0a || end < 0) throw new UnreadPdf('a stream without its end');
    lexer.at = end + STREAM_END.length;
    return this.bytes.subarray(start, end);
  }

  private checkLength(object: PdfObject): void {
    if (!object.data) return;
    const length = isDictionary(object.value) ? this.resolve(object.value.get('Length')) : null;
    if (!isWhole(length) || length > object.data.length || !END_OF_LINE.test(object.data.toString('latin1', length)))
      throw new UnreadPdf('a stream of another length');
    object.data = object.data.subarray(0, length);
  }

  private scanTable(lexer: PdfLexer): void {
    this.sections.add(lexer.start);
    for (;;) {
      const token = lexer.next();
      if (token.kind === 'word' && token.text === 'trailer') break;
      if (token.kind !== 'number') throw new UnreadPdf('no table');
      const count = lexer.integer();
      for (let read = 0; read < count; read += 1) {
        const [at, generation, kind] = [lexer.integer(), lexer.integer(), lexer.next()];
        const isFree = kind.kind === 'word' && kind.text === 'f';
        if (!isFree && (kind.kind !== 'word' || kind.text !== 'n' || generation !== 0)) throw new UnreadPdf('no entry');
        this.addEntry({ number: token.number + read, at, isFree });
      }
    }
    this.trailers.push(lexer.dictionary());
  }

  private addEntry(entry: Entry): void {
    this.takeRoom();
    this.entries.push(entry);
  }

  private takeRoom(): void {
    this.room.values -= 1;
    if (this.room.values < 0) throw new UnreadPdf('too many values');
  }

  private async unpack(): Promise<void> {
    const streams = [...this.objects].filter(([, { data }]) => data);
    if (streams.length > MOST_STREAMS) throw new UnreadPdf('too many streams');
    for (const [number, object] of streams) {
      const { value } = object;
      if (!isDictionary(value)) throw new UnreadPdf('a stream without a dictionary');
      if (value.get('Type') === 'ObjStm') this.unpackObjects(number, value, await this.decoded(object));
      if (value.get('Type') === 'XRef') {
        this.sections.add(object.at);
        this.trailers.push(value);
        readTable(value, await this.unfiltered(value, object.data), (entry) => this.addEntry(entry));
      }
    }
  }

  private unpackObjects(within: number, dictionary: PdfDictionary, bytes: Buffer): void {
    const [count, first] = [dictionary.get('N'), dictionary.get('First')];
    if (!isWhole(count) || !isWhole(first)) throw new UnreadPdf('no object stream');
    const header = new PdfLexer(bytes, this.room, 0, Math.min(first, bytes.length));
    const places: [number, number][] = [];
    for (let read = 0; read < count; read += 1) {
      this.takeRoom();
      places.push([header.integer(), first + header.integer()]);
    }
    if (header.next().kind !== 'end') throw new UnreadPdf('no object stream');
    for (const [at, [number, start]] of places.entries()) {
      const end = places[at + 1]?.[1] ?? bytes.length;
      if (end < start || end > bytes.length) throw new UnreadPdf('objects out of order');
      this.add(number, { value: new PdfLexer(bytes, this.room, start, end).value(), at, within });
    }
  }

  private checkTables(): void {
    const places: PdfValue[] = this.starts.slice(-1);
    if (places.length === 0) throw new UnreadPdf('no table');
    for (const trailer of this.trailers) {
      if (trailer.has('Encrypt')) throw new UnreadPdf('encrypted');
      for (const key of ['Prev', 'XRefStm']) if (trailer.has(key)) places.push(trailer.get(key) ?? null);
    }
    if (!places.every((place) => typeof place === 'number' && this.sections.has(place)))
      throw new UnreadPdf('no such table');
    for (const { number, at, within, isFree } of this.entries) {
      const object = this.objects.get(number);
      if (isFree) this.freed.add(number);
      else if (object?.at === at && object.within === within) this.listed.add(number);
      else throw new UnreadPdf('an object at another place');
    }
  }

  private countHeaders(): number {
    let count = 0;
    for (let at = this.bytes.indexOf(OBJECT); at >= 0; at = this.bytes.indexOf(OBJECT, at + 1))
      if (BEFORE_OBJECT.has(this.bytes[at - 1] ?? 0)) count += 1;
    return count;
  }

  private countStarts(): number {
    let count = 0;
    for (let at = this.bytes.indexOf(START); at >= 0; at = this.bytes.indexOf(START, at + 1)) count += 1;
    return count;
  }
}

const UP = 2;

/** The rows of a cross-reference stream. Each byte may be the difference to the one above it. */
function readTable(dictionary: PdfDictionary, bytes: Buffer, add: (entry: Entry) => void): void {
  const widths = numbersOf(dictionary.get('W'));
  const index = numbersOf(dictionary.get('Index') ?? [0, dictionary.get('Size') ?? null]);
  const [ofKind = 0, ofSecond = 0, ofThird = 0] = widths;
  const length = ofKind + ofSecond + ofThird;
  if (widths.length !== 3 || widths.some((width) => width > 6) || length === 0) throw new UnreadPdf('no table');
  const parameters = dictionary.get('DecodeParms') ?? null;
  const rows = parameters === null ? bytes : withoutDifferences(parameters, bytes, length);
  let row = 0;
  const field = (width: number) => {
    if (row + width > rows.length) throw new UnreadPdf('a short table');
    row += width;
    return width === 0 ? 0 : rows.readUIntBE(row - width, width);
  };
  for (let at = 0; at + 1 < index.length; at += 2) {
    const [first = 0, count = 0] = index.slice(at, at + 2);
    for (let read = 0; read < count; read += 1) {
      const kind = ofKind === 0 ? 1 : field(ofKind);
      const [second, third] = [field(ofSecond), field(ofThird)];
      if (kind > 2 || (kind === 1 && third !== 0)) throw new UnreadPdf('no entry');
      const place = kind === 2 ? { at: third, within: second } : { at: second };
      add({ number: first + read, isFree: kind === 0, ...place });
    }
  }
}

function withoutDifferences(parameters: PdfValue, bytes: Buffer, length: number): Buffer {
  const isKnown = isDictionary(parameters) && Number(parameters.get('Predictor')) >= 10;
  if (
    !isKnown ||
    parameters.get('Columns') !== length ||
    parameters.has('Colors') ||
    parameters.has('BitsPerComponent')
  )
    throw new UnreadPdf('an unusual filter');
  const count = Math.floor(bytes.length / (length + 1));
  const rows = Buffer.alloc(count * length);
  for (let row = 0; row < count; row += 1) {
    const method = bytes[row * (length + 1)];
    if (method !== 0 && method !== UP) throw new UnreadPdf('an unusual filter');
    for (let at = 0; at < length; at += 1) {
      const above = method === UP && row > 0 ? (rows[(row - 1) * length + at] ?? 0) : 0;
      rows[row * length + at] = (bytes[row * (length + 1) + 1 + at] ?? 0) + above;
    }
  }
  return rows;
}

function numbersOf(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value)) throw new UnreadPdf('no numbers');
  return value.map((item) => {
    if (!isWhole(item)) throw new UnreadPdf('no numbers');
    return item;
  });
}

export const isDictionary = (value: PdfValue): value is PdfDictionary => value instanceof Map;

const isWhole = (value: PdfValue | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
