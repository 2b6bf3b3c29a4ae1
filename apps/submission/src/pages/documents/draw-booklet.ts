import { readFile } from 'node:fs/promises';
import { type FontBook, PdfDocument, type Picture, type Run } from '@shipyard/pdf';
import { clipped, drawable, legible } from '@shipyard/pdf/fonts';
import sharp from 'sharp';
import type { BookletLog, BookletRequest } from './document-requests';
import { drawRule } from './draw-rule';
import { type Block, blocksOf } from './html-blocks';

// The service has other work, and nothing is drawn twice.
sharp.concurrency(1);
sharp.cache(false);

const PAGES = 60;
/** Of README and logs together. About 50 pages. */
const MOST_LETTERS = 150_000;
const NAME_LETTERS = 120;
const TAGLINE_LETTERS = 300;
const PIXELS_LIMIT = 40_000_000;
/** Sharp on paper, at 150 dots an inch. */
const PICTURE = { width: 1_000, height: 1_200, quality: 80 };
const COVER_HEIGHT = 300;
const PICTURE_HEIGHT = 330;
const ASSET_ID = /[/]([0-9a-f-]{36})[.-]/;

/** A project to print: a cover, the README, and the logs, oldest first. */
export async function drawBooklet(book: FontBook, request: BookletRequest): Promise<Buffer> {
  const { colors, words, language } = request;
  const name = clipped(drawable(request.name, book.isCovered, request.slug), NAME_LETTERS);
  const maker = drawable(request.maker, book.isCovered, request.makerHandle);
  const document = new PdfDocument(book, {
    title: name,
    author: maker,
    language,
    createdAt: request.createdAt,
    maxPages: PAGES,
    colors,
    footer: ({ number, count, isCut }) =>
      [clipped(name, 60), maker, `${number} / ${count}`, ...(isCut ? [words.cut] : [])].filter(Boolean).join(' · '),
  });
  const writer = new BookletWriter(document, book, request.files);
  await drawCover(writer, request, { name, maker });
  document.pageBreak();
  await writer.write(blocksOf(request.html), 0);
  if (request.logs.length > 0) {
    document.pageBreak();
    document.heading(1, [{ text: words.logs }]);
    for (const log of request.logs) await drawLog(writer, log);
  }
  return document.end();
}

async function drawCover(
  writer: BookletWriter,
  { tagline, program, began, cover, rule, url, colors, words }: BookletRequest,
  { name, maker }: { name: string; maker: string },
): Promise<void> {
  const { document } = writer;
  document.drawing({ height: 4, alt: '' }, ({ rect }) => rect(0, 0, document.width, 4, colors.ink));
  document.space(18);
  document.heading(1, [{ text: name }], { size: name.length > 30 ? 28 : 38, leading: 1.15 });
  const text = clipped(writer.text(tagline).replace(/\n/g, ' '), TAGLINE_LETTERS);
  if (text !== '') document.paragraph([{ text }], { size: 14, color: colors.ink2 });
  const made = [maker, writer.text(program), began].filter(Boolean).join(' · ');
  document.paragraph([{ text: made }], { size: 11 });
  document.space(10);
  if (cover) await writer.picture(cover.id, cover.alt, COVER_HEIGHT);
  if (rule) {
    document.space(6);
    drawRule(document, rule, colors);
  }
  document.space(12);
  document.qrCode(url, { size: 84, alt: url });
  document.paragraph([{ text: `${words.read} ` }, { text: url, link: url }], { size: 9 });
}

async function drawLog(writer: BookletWriter, { heading, title, date, html, pictures }: BookletLog): Promise<void> {
  const { document } = writer;
  document.heading(2, [{ text: `${heading}  `, face: 'measure' }, { text: writer.text(title).replace(/ +/g, ' ') }]);
  document.paragraph([{ text: date }], { size: 9, face: 'measure' });
  await writer.write(blocksOf(html), 1);
  for (const { id, alt } of pictures) await writer.picture(id, alt, PICTURE_HEIGHT);
}

class BookletWriter {
  private letters = MOST_LETTERS;

  constructor(
    readonly document: PdfDocument,
    private readonly book: FontBook,
    private readonly files: Readonly<Record<string, string>>,
  ) {}

  text(written: string): string {
    return legible(written, this.book.isCovered);
  }

  async write(blocks: readonly Block[], deeper: 0 | 1): Promise<void> {
    for (const block of blocks) {
      if (this.document.isFull || this.letters <= 0) return this.document.stop();
      await this.writeBlock(block, deeper);
    }
  }

  /** Without a file, the picture was removed, is somebody else's, or is one too many: its words stand in its place. */
  async picture(id: string, alt: string, height: number): Promise<void> {
    const file = this.files[id];
    const drawn = file === undefined || this.document.isFull ? null : await pictureOf(file, alt);
    if (drawn) this.document.picture(drawn, { height });
    else if (alt !== '') this.document.paragraph(this.known([{ text: alt }]), { size: 9 });
  }

  private async writeBlock(block: Block, deeper: 0 | 1): Promise<void> {
    const { document } = this;
    switch (block.kind) {
      case 'heading':
        return document.heading(levelOf(block.level + deeper), this.known(block.runs));
      case 'paragraph':
        return document.paragraph(this.known(block.runs));
      case 'quote':
        return document.quote(this.known(block.runs));
      case 'code':
        return document.code(this.known([{ text: block.text }])[0]?.text ?? '');
      case 'list':
        return document.list(block.items.map((item) => ({ ...item, runs: this.known(item.runs) })));
      case 'table':
        return document.table(
          block.head.map((cell) => this.known(cell)),
          block.rows.map((row) => row.map((cell) => this.known(cell))),
        );
      case 'picture':
        return this.picture(ASSET_ID.exec(block.source)?.[1] ?? '', block.alt, PICTURE_HEIGHT);
    }
  }

  /** In letters that our fonts have, and no more than there is room for. */
  private known(runs: readonly Run[]): Run[] {
    return runs.map((run) => {
      const text = this.text(run.text).slice(0, Math.max(0, this.letters));
      this.letters -= run.text.length;
      return { ...run, text };
    });
  }
}

const levelOf = (level: number): 2 | 3 | 4 => (level <= 2 ? 2 : level === 3 ? 3 : 4);

/** Null if the file cannot be read as a picture. */
async function pictureOf(file: string, alt: string): Promise<Picture | null> {
  const { width, height, quality } = PICTURE;
  try {
    const { data, info } = await sharp(await readFile(file), { limitInputPixels: PIXELS_LIMIT })
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#FFFFFF' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    // 150 dots an inch.
    return { bytes: data, width: info.width * 0.48, height: info.height * 0.48, alt };
  } catch {
    return null;
  }
}
