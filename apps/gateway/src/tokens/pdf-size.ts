import { setImmediate } from 'node:timers/promises';
import { isDictionary, PdfObjects } from './pdf-objects';
import { type PdfDictionary, PdfLexer, PdfReference, type PdfValue, UnreadPdf } from './pdf-lexer';

export interface PdfSize {
  pages: number;
  /** What the shown strings hold, which is at most one letter for each byte. */
  textBytes: number;
}

/** A text that is shown many times may be longer than all that is decoded. No prompt takes that much. */
const MOST_TEXT_BYTES = 64 * 1_024 * 1_024;
/** Pages may share their lists of contents. */
const MOST_USES = 200_000;
/** Other requests go on between them. */
const TOKENS_AT_ONCE = 20_000;
const DEEPEST_FORM = 16;
const DEEPEST_PAGE = 32;

/** All but inline images, whose data may look like anything. */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri ' +
    's S sc SC scn SCN sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' " [ ] << >> true false null'
  ).split(' '),
);

/**
 * Counts pages and text without drawing anything. Measures only what all readers read alike. Undefined for all else:
 * a PDF that is encrypted, damaged, changed after it was made, very long, or made to show more than it holds.
 */
export async function measurePdf(bytes: Buffer): Promise<PdfSize | undefined> {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return undefined;
  try {
    return await new PdfMeasure(await PdfObjects.read(bytes)).size();
  } catch (error) {
    if (error instanceof UnreadPdf) return undefined;
    throw error;
  }
}

interface Page {
  page: PdfDictionary;
  resources: PdfValue | undefined;
}

/** What one run of a stream shows, and the names that it draws. */
interface Shown {
  textBytes: number;
  drawn: string[];
}

class PdfMeasure {
  private readonly shown = new Map<number, Shown>();
  private readonly forms = new Map<number, number>();
  private uses = 0;

  constructor(private readonly objects: PdfObjects) {}

  async size(): Promise<PdfSize> {
    const root = this.objects.root();
    const pages: Page[] = [];
    this.collect(root.get('Pages'), undefined, undefined, new Set(), pages, 0);
    if (pages.length === 0) throw new UnreadPdf('no pages');
    await this.checkOthers(pages.length);
    let textBytes = 0;
    for (const { page, resources } of pages) {
      this.checkNotes(page);
      for (const content of this.list(page.get('Contents'))) textBytes = await this.add(textBytes, content, resources);
    }
    return { pages: pages.length, textBytes };
  }

  private collect(
    node: PdfValue | undefined,
    parent: number | undefined,
    inherited: PdfValue | undefined,
    seen: Set<number>,
    pages: Page[],
    depth: number,
  ): void {
    if (!(node instanceof PdfReference) || seen.has(node.number) || depth > DEEPEST_PAGE)
      throw new UnreadPdf('an odd tree of pages');
    seen.add(node.number);
    const dictionary = this.objects.dictionary(node);
    const up = dictionary.get('Parent');
    if ((up instanceof PdfReference ? up.number : up) !== parent) throw new UnreadPdf('an odd tree of pages');
    const resources = dictionary.get('Resources') ?? inherited;
    if (dictionary.get('Type') === 'Page' && !dictionary.has('Kids')) {
      pages.push({ page: dictionary, resources });
      return;
    }
    const kids = this.objects.resolve(dictionary.get('Kids'));
    if (dictionary.get('Type') !== 'Pages' || !Array.isArray(kids)) throw new UnreadPdf('an odd tree of pages');
    const before = pages.length;
    for (const kid of kids) this.collect(kid, node.number, resources, seen, pages, depth + 1);
    if (this.objects.resolve(dictionary.get('Count')) !== pages.length - before) throw new UnreadPdf('another count');
  }

  /** Pages outside of the tree, and what shows text but is neither the content of a page nor drawn by one. */
  private async checkOthers(pages: number): Promise<void> {
    let found = 0;
    const values: PdfValue[] = [];
    for (const { value } of this.objects.all) values.push(value);
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      if (Array.isArray(value)) for (const item of value) values.push(item);
      if (!isDictionary(value)) continue;
      if (value.get('Type') === 'Page') found += 1;
      if (value.has('AcroForm') || value.has('AP')) throw new UnreadPdf('fields or notes');
      for (const key of ['Pattern', 'CharProcs']) {
        const named = value.has(key) ? this.objects.resolve(value.get(key)) : null;
        if (!isDictionary(named)) continue;
        this.use(named.size);
        for (const stream of named.values()) await this.checkTextless(stream);
      }
      await this.checkTextless(value.get('G'));
      for (const item of value.values()) values.push(item);
    }
    if (found !== pages) throw new UnreadPdf('pages outside of the tree');
  }

  /** Patterns, glyphs and masks may be drawn any number of times. */
  private async checkTextless(stream: PdfValue | undefined): Promise<void> {
    if (!(stream instanceof PdfReference) || !this.objects.isStream(stream)) return;
    const resources = this.objects.dictionary(stream).get('Resources');
    if ((await this.add(0, stream, resources)) > 0) throw new UnreadPdf('text that may be drawn often');
  }

  private checkNotes(page: PdfDictionary): void {
    for (const note of this.list(page.get('Annots')))
      if (this.objects.dictionary(note).get('Subtype') !== 'Link') throw new UnreadPdf('fields or notes');
  }

  private async add(sum: number, stream: PdfValue, resources: PdfValue | undefined, depth = 0): Promise<number> {
    if (!(stream instanceof PdfReference)) throw new UnreadPdf('no stream');
    const shown = this.shown.get(stream.number) ?? (await this.read(stream));
    let total = sum + shown.textBytes;
    this.use();
    const named =
      shown.drawn.length > 0 ? this.objects.dictionary(this.objects.dictionary(resources).get('XObject')) : undefined;
    for (const name of shown.drawn) {
      this.use();
      total += await this.textOf(named?.get(name), depth + 1);
    }
    if (total > MOST_TEXT_BYTES) throw new UnreadPdf('too much text');
    return total;
  }

  /** An image shows no text. A form shows its own, and that of the forms that it draws. */
  private async textOf(drawn: PdfValue | undefined, depth: number): Promise<number> {
    if (!(drawn instanceof PdfReference) || !this.objects.isStream(drawn)) throw new UnreadPdf('an unknown name');
    const dictionary = this.objects.dictionary(drawn);
    if (dictionary.get('Subtype') === 'Image') return 0;
    if (dictionary.get('Subtype') !== 'Form' || depth > DEEPEST_FORM) throw new UnreadPdf('an unknown kind');
    const known = this.forms.get(drawn.number);
    if (known !== undefined) return known;
    const textBytes = await this.add(0, drawn, dictionary.get('Resources'), depth);
    this.forms.set(drawn.number, textBytes);
    return textBytes;
  }

  private async read(stream: PdfReference): Promise<Shown> {
    const shown = await readContent(await this.objects.decode(stream));
    this.shown.set(stream.number, shown);
    return shown;
  }

  private list(value: PdfValue | undefined): PdfValue[] {
    const list = this.objects.resolve(value);
    if (list === null) return [];
    if (!Array.isArray(list)) return [value ?? null];
    this.use(list.length);
    return list;
  }

  private use(count = 1): void {
    this.uses += count;
    if (this.uses > MOST_USES) throw new UnreadPdf('too many uses');
  }
}

/** Strings are `(text)` or `<hexadecimal digits>`. `/name Do` draws an image or a form. */
async function readContent(content: Buffer): Promise<Shown> {
  const lexer = new PdfLexer(content, { values: 0 });
  let textBytes = 0;
  const drawn: string[] = [];
  let name: string | undefined;
  for (let tokens = 1; ; tokens += 1) {
    if (tokens % TOKENS_AT_ONCE === 0) await setImmediate();
    const token = lexer.next();
    if (token.kind === 'end') return { textBytes, drawn };
    if (token.kind === 'text') textBytes += token.bytes;
    if (token.kind === 'word') {
      if (!OPERATORS.has(token.text)) throw new UnreadPdf('an unknown operator');
      if (token.text === 'Do') {
        if (name === undefined) throw new UnreadPdf('an unknown name');
        drawn.push(name);
        if (drawn.length > MOST_USES) throw new UnreadPdf('too many uses');
      }
    }
    name = token.kind === 'name' ? token.text : undefined;
  }
}
