import PDFKit from 'pdfkit';
import type { Face, FontBook } from './font-book';
import { qrModules } from './qr-code';
import { type Line, type Run, setLines } from './set-lines';

/** In points of 1/72 inch. */
export const PAPER = { A4: [595.28, 841.89], A6: [297.64, 419.53] } as const;

export interface Colors {
  ink: string;
  ink2: string;
  line: string;
  sunk: string;
  link: string;
}

export interface PdfOptions {
  title: string;
  /** Of our own words. */
  language: 'en' | 'zh-CN';
  author?: string;
  /** In the file, so that equal documents have equal bytes. */
  createdAt: Date;
  paper?: keyof typeof PAPER;
  margin?: number;
  colors: Colors;
  /** What comes after so many pages is left out, and `isFull` says so. */
  maxPages: number;
  /** The line at the foot of each page. */
  footer?: (page: { number: number; count: number; isCut: boolean }) => string;
}

export interface TextLook {
  face: Face;
  size: number;
  /** The height of a line, as a multiple of the size. */
  leading: number;
  color: string;
  indent: number;
  align: 'left' | 'center';
}

export interface Picture {
  /** A JPEG or a PNG. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** What it shows, for those who cannot see it. */
  alt: string;
}

export interface TableLook {
  /** How wide each column is, compared with the others. If absent: all are equal. */
  shares?: readonly number[];
  /** The columns whose text ends at the right, such as numbers. */
  right?: readonly number[];
}

interface Column {
  width: number;
  isRight: boolean;
}

export interface ListItem {
  runs: readonly Run[];
  marker: string;
  depth: number;
}

/** Draws in points from its own left upper corner. */
export interface Canvas {
  rect: (left: number, top: number, width: number, height: number, color: string) => void;
  text: (text: string, at: { left: number; baseline: number }, look: Pick<TextLook, 'face' | 'size' | 'color'>) => void;
  /** Sets a text in lines, and returns their height. */
  lines: (text: string, at: { left: number; top: number; width: number }, look: LinesLook) => number;
}

type LinesLook = Pick<TextLook, 'face' | 'size' | 'leading' | 'color'>;

type Tag = 'H1' | 'H2' | 'H3' | 'H4' | 'P' | 'Code' | 'LBody' | 'TH' | 'TD' | 'BlockQuote' | 'Caption';
type Struct = ReturnType<PDFKit.PDFDocument['struct']>;

const HEADINGS = [
  { tag: 'H1', size: 26, above: 26 },
  { tag: 'H2', size: 18, above: 22 },
  { tag: 'H3', size: 14, above: 16 },
  { tag: 'H4', size: 11.5, above: 12 },
] as const;
const BODY_SIZE = 10.5;
/** What must fit below a heading, so that it does not stand alone. */
const BELOW_HEADING = 48;
const LIST_STEP = 16;
const CODE = { size: 8.5, leading: 1.45, padding: 8 };
const CELL = { size: 9, padding: 4 };
const FOOTER = { size: 8, above: 26 };
/** Where the baseline of a line lies, as a share of its height. */
const BASELINE = 0.72;

/** A document that grows from top to bottom. All of its text may be untrusted: it is only drawn. */
export class PdfDocument {
  /** Whether something was left out. */
  isFull = false;
  private readonly pdf: PDFKit.PDFDocument;
  private readonly margin: number;
  private readonly chunks: Buffer[] = [];
  private readonly registered = new Set<string>();
  private readonly root: Struct;
  private pages = 1;
  private y: number;
  /** Nothing stands above it on this page, so a space above would be a hole. */
  private isAtTop = true;

  constructor(
    private readonly book: FontBook,
    private readonly options: PdfOptions,
  ) {
    const { title, language, author, createdAt, paper = 'A4', margin = 56 } = options;
    this.margin = margin;
    this.pdf = new PDFKit({
      size: [...PAPER[paper]],
      margin,
      font: '',
      bufferPages: true,
      tagged: true,
      displayTitle: true,
      lang: language,
      pdfVersion: '1.7',
      info: {
        Title: title,
        ...(author !== undefined && { Author: author }),
        Creator: 'Shipyard',
        Producer: 'Shipyard',
        CreationDate: createdAt,
        ModDate: createdAt,
      },
    });
    this.root = this.pdf.struct('Document');
    this.pdf.addStructure(this.root);
    this.pdf.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    this.y = margin;
  }

  get width(): number {
    return this.pdf.page.width - 2 * this.margin;
  }

  private get bottom(): number {
    return this.pdf.page.height - this.margin - (this.options.footer ? FOOTER.above - 10 : 0);
  }

  /** How much room the page has left. */
  get room(): number {
    return this.bottom - this.y;
  }

  heading(level: 1 | 2 | 3 | 4, runs: readonly Run[], look: Partial<TextLook> = {}): void {
    const { tag, size, above } = HEADINGS[level - 1] ?? HEADINGS[3];
    this.space(above);
    this.reserve(size * 1.25 + BELOW_HEADING);
    this.text(tag, runs, { face: 'name', size, leading: 1.25, ...look });
    this.space(size * 0.3);
  }

  paragraph(runs: readonly Run[], look: Partial<TextLook> = {}): void {
    this.text('P', runs, look);
    this.space((look.size ?? BODY_SIZE) * 0.6);
  }

  quote(runs: readonly Run[]): void {
    this.text('BlockQuote', runs, { indent: LIST_STEP, color: this.options.colors.ink2 });
    this.space(BODY_SIZE * 0.6);
  }

  list(items: readonly ListItem[]): void {
    const list = this.pdf.struct('L');
    this.root.add(list);
    for (const { runs, marker, depth } of items) {
      const item = this.pdf.struct('LI');
      list.add(item);
      const indent = LIST_STEP * (depth + 1);
      this.text('LBody', runs, { indent }, { parent: item, marker });
      item.end();
      this.space(3);
    }
    list.end();
    this.space(BODY_SIZE * 0.5);
  }

  code(text: string): void {
    const { size, leading, padding } = CODE;
    const width = this.width - 2 * padding;
    const lines = setLines(this.book, [{ text }], { face: 'code', size, width });
    this.reserve(Math.min(lines.length, 3) * size * leading + 2 * padding);
    const look = { ...this.usual(), face: 'code' as const, size, leading, indent: padding };
    const ground = (height: number) =>
      this.pdf.rect(this.margin, this.y, this.width, height + 0.5).fill(this.options.colors.sunk);
    this.struct(
      'Code',
      () => {
        this.strip(padding, ground);
        for (const line of lines) if (!this.line(line, look, ground)) return;
        this.strip(padding, ground);
      },
      null,
    );
    this.space(BODY_SIZE * 0.8);
  }

  /** A row never goes over a page. */
  table(head: readonly (readonly Run[])[], rows: readonly (readonly (readonly Run[])[])[], look: TableLook = {}): void {
    const count = Math.max(head.length, ...rows.map((row) => row.length), 1);
    const { shares = Array.from({ length: count }, () => 1), right = [] } = look;
    const all = shares.reduce((sum, share) => sum + share, 0);
    const columns = shares.map((share, at) => ({ width: (share / all) * this.width, isRight: right.includes(at) }));
    const table = this.pdf.struct('Table');
    this.root.add(table);
    if (head.length > 0) this.row(table, 'TH', head, columns);
    for (const row of rows) this.row(table, 'TD', row, columns);
    table.end();
    this.space(BODY_SIZE);
  }

  /** Shown at most so wide and so high, and never larger than it is. */
  picture({ bytes, width, height, alt }: Picture, most: { width?: number; height: number }): void {
    const scale = Math.min(1, (most.width ?? this.width) / width, most.height / height);
    const [shownWidth, shownHeight] = [width * scale, height * scale];
    this.box({ height: shownHeight, alt }, (left, top) =>
      this.pdf.image(Buffer.from(bytes), left, top, { width: shownWidth, height: shownHeight }),
    );
    this.space(BODY_SIZE * 0.6);
  }

  qrCode(text: string, { size, alt }: { size: number; alt: string }): void {
    const modules = qrModules(text);
    const step = size / modules.length;
    this.drawing({ height: size, alt }, ({ rect }) =>
      modules.forEach((row, at) =>
        row.forEach((isDark, column) => {
          if (isDark) rect(column * step, at * step, step + 0.05, step + 0.05, this.options.colors.ink);
        }),
      ),
    );
    this.space(BODY_SIZE * 0.6);
  }

  drawing(box: { height: number; alt: string }, draw: (canvas: Canvas) => void): void {
    this.box(box, (left, top) =>
      draw({
        rect: (x, y, width, height, color) => this.pdf.rect(left + x, top + y, width, height).fill(color),
        text: (text, at, look) => {
          const [line] = setLines(this.book, [{ text }], { ...look, width: Infinity });
          if (line) this.pieces(line, left + at.left, top + at.baseline, look);
        },
        lines: (text, at, look) => {
          const height = look.size * look.leading;
          const lines = setLines(this.book, [{ text }], { ...look, width: at.width });
          for (const [row, line] of lines.entries())
            this.pieces(line, left + at.left, top + at.top + (row + BASELINE) * height, look);
          return lines.length * height;
        },
      }),
    );
  }

  /** How high `lines` of a drawing would be. */
  heightOf(text: string, width: number, look: LinesLook): number {
    return setLines(this.book, [{ text }], { ...look, width }).length * look.size * look.leading;
  }

  /** Leaves out what comes. */
  stop(): void {
    this.isFull = true;
  }

  space(points: number): void {
    if (!this.isAtTop) this.y += points;
  }

  pageBreak(): void {
    if (!this.isAtTop) this.nextPage();
  }

  /** Moves to the next page unless so much room is left. */
  reserve(height: number): boolean {
    if (this.y + height > this.bottom && !this.isAtTop) return this.nextPage();
    return !this.isFull;
  }

  /** Moves the next block to this distance from the top of the page, if it is below what stands there. */
  moveTo(top: number): void {
    this.y = Math.max(this.y, top);
    this.isAtTop = false;
  }

  async end(): Promise<Buffer> {
    const { footer } = this.options;
    this.root.end();
    if (footer)
      for (let page = 0; page < this.pages; page += 1) {
        this.pdf.switchToPage(page);
        const number = page + 1;
        this.foot(footer({ number, count: this.pages, isCut: this.isFull && number === this.pages }));
      }
    const ended = new Promise((resolve, reject) => this.pdf.once('end', resolve).once('error', reject));
    this.pdf.end();
    await ended;
    return Buffer.concat(this.chunks);
  }

  private usual(): TextLook {
    const { ink } = this.options.colors;
    return { face: 'text', size: BODY_SIZE, leading: 1.55, color: ink, indent: 0, align: 'left' };
  }

  private text(
    tag: Tag,
    runs: readonly Run[],
    changed: Partial<TextLook>,
    { parent = null, marker }: { parent?: Struct | null; marker?: string } = {},
  ): void {
    const look = { ...this.usual(), ...changed };
    const lines = setLines(this.book, runs, { ...look, width: this.width - look.indent });
    this.struct(
      tag,
      () => {
        for (const [at, line] of lines.entries()) {
          const drawn = this.line(line, look, () => {
            if (at === 0 && marker !== undefined) this.marker(marker, look);
          });
          if (!drawn) return;
        }
      },
      parent,
    );
  }

  private marker(marker: string, { face, size, leading, color, indent }: TextLook): void {
    const [line] = setLines(this.book, [{ text: marker }], { face, size, width: Infinity });
    const left = this.margin + indent - (line?.width ?? 0) - 5;
    if (line) this.pieces(line, left, this.y + size * leading * BASELINE, { size, color });
  }

  private struct(tag: string, draw: () => void, parent: Struct | null, alt?: string): void {
    if (this.isFull) return;
    const struct = this.pdf.struct(tag, alt === undefined ? {} : { alt }, draw);
    (parent ?? this.root).add(struct);
    struct.end();
  }

  /** False if the document is full. */
  private line(line: Line, look: TextLook, before?: (height: number) => void): boolean {
    const height = look.size * look.leading;
    if (!this.reserve(height)) return false;
    before?.(height);
    const free = this.width - look.indent - line.width;
    const left = this.margin + look.indent + (look.align === 'center' ? Math.max(0, free / 2) : 0);
    this.pieces(line, left, this.y + height * BASELINE, look);
    this.y += height;
    this.isAtTop = false;
    return true;
  }

  private strip(height: number, draw: (height: number) => void): void {
    draw(height);
    this.y += height;
    this.isAtTop = false;
  }

  private pieces(line: Line, left: number, baseline: number, { size, color }: Pick<TextLook, 'size' | 'color'>): void {
    let x = left;
    for (const { text, cut, width, link } of line.pieces) {
      if (!this.registered.has(cut.key)) {
        // The types know no opened font.
        this.pdf.registerFont(cut.key, cut.font as unknown as ArrayBuffer);
        this.registered.add(cut.key);
      }
      this.pdf.font(cut.key).fontSize(size);
      this.pdf.fillColor(link === undefined ? color : this.options.colors.link);
      this.pdf.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (link !== undefined) {
        this.pdf.rect(x, baseline + size * 0.12, width, 0.5).fill(this.options.colors.link);
        this.pdf.link(x, baseline - size, width, size * 1.3, link);
      }
      x += width;
    }
  }

  private row(table: Struct, tag: 'TH' | 'TD', cells: readonly (readonly Run[])[], columns: readonly Column[]): void {
    const { size, padding } = CELL;
    const look = { ...this.usual(), face: tag === 'TH' ? ('strong' as const) : ('text' as const), size, leading: 1.4 };
    const most = Math.floor((this.bottom - this.margin - 2 * padding) / (size * look.leading));
    const set = cells.map((runs, at) =>
      setLines(this.book, runs, { ...look, width: (columns[at]?.width ?? 0) - 2 * padding }).slice(0, most),
    );
    const height = Math.max(1, ...set.map((lines) => lines.length)) * size * look.leading + 2 * padding;
    if (!this.reserve(height)) return;
    const row = this.pdf.struct('TR');
    table.add(row);
    let edge = this.margin;
    set.forEach((lines, at) => {
      const { width = 0, isRight = false } = columns[at] ?? {};
      const [start, end] = [edge + padding, edge + width - padding];
      edge += width;
      this.struct(
        tag,
        () =>
          lines.forEach((line, place) => {
            const top = this.y + padding + place * size * look.leading;
            this.pieces(line, isRight ? end - line.width : start, top + size * look.leading * BASELINE, look);
          }),
        row,
      );
    });
    row.end();
    this.y += height;
    this.isAtTop = false;
    this.artifact(() =>
      this.pdf.rect(this.margin, this.y - 0.5, this.width, tag === 'TH' ? 1.2 : 0.5).fill(this.options.colors.line),
    );
  }

  private box({ height, alt }: { height: number; alt: string }, draw: (left: number, top: number) => void): void {
    if (!this.reserve(height)) return;
    this.struct('Figure', () => draw(this.margin, this.y), null, alt);
    this.y += height;
    this.isAtTop = false;
  }

  private foot(text: string): void {
    const color = this.options.colors.ink2;
    const [line] = setLines(this.book, [{ text }], { face: 'text', size: FOOTER.size, width: this.width });
    const baseline = this.pdf.page.height - this.margin + FOOTER.above - 12;
    if (line) this.artifact(() => this.pieces(line, this.margin, baseline, { size: FOOTER.size, color }));
  }

  /** Drawn, and not read out. */
  private artifact(draw: () => void): void {
    this.pdf.markContent('Artifact');
    draw();
    this.pdf.endMarkedContent();
  }

  private nextPage(): boolean {
    if (this.pages >= this.options.maxPages) this.isFull = true;
    if (this.isFull) return false;
    this.pdf.continueOnNewPage();
    this.pages += 1;
    this.y = this.margin;
    this.isAtTop = true;
    return true;
  }
}
