import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { FontBook } from './font-book';
import { PdfDocument, type PdfOptions } from './pdf-document';
import { setLines } from './set-lines';

const OPTIONS: PdfOptions = {
  title: 'Loom 织布机',
  language: 'zh-CN',
  createdAt: new Date('2026-11-28T00:00:00Z'),
  maxPages: 3,
  colors: { ink: '#16201B', ink2: '#414D46', line: '#C9CDBD', sunk: '#DDE0D2', link: '#12523E' },
  footer: ({ number, count, isCut }) => `${number}/${count}${isCut ? ' cut' : ''}`,
};

describe('a PDF document', () => {
  let folder: string;
  let book: FontBook;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pdf-'));
    book = await FontBook.open(folder);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  async function draw(fill: (document: PdfDocument) => void, options: Partial<PdfOptions> = {}) {
    const document = new PdfDocument(book, { ...OPTIONS, ...options });
    fill(document);
    const bytes = await document.end();
    return { bytes, plain: inflated(bytes), isFull: document.isFull };
  }

  const everyKind = (document: PdfDocument) => {
    document.heading(1, [{ text: 'Loom 织布机' }]);
    document.paragraph([
      { text: 'Twenty-four shafts, ' },
      { text: '二十四片综', face: 'strong' },
      { text: ' here', link: 'https://example.com' },
    ]);
    document.list([{ runs: [{ text: 'one' }], marker: '1.', depth: 0 }]);
    document.quote([{ text: 'said' }]);
    document.code('const x = 1;\n  // 注释');
    document.table([[{ text: 'Part' }]], [[[{ text: '弹簧' }]]]);
    document.qrCode('https://example.com/projects/loom', { size: 80, alt: 'The page' });
  };

  it('has the same bytes for the same content, whatever was drawn before', async () => {
    const first = await draw(everyKind);
    await draw((document) => document.paragraph([{ text: '别的', face: 'name' }]));
    expect((await draw(everyKind)).bytes.equals(first.bytes)).toBe(true);
  });

  it('says its language and its parts, and has its letters as text', async () => {
    const { plain } = await draw(everyKind);
    expect(plain).toContain('/Lang (zh-CN)');
    for (const tag of ['Document', 'H1', 'P', 'L', 'LBody', 'BlockQuote', 'Code', 'TH', 'TD', 'Figure'])
      expect(plain).toContain(`/S /${tag}`);
    expect(plain).toContain('/Alt (The page)');
    for (const letter of '织弹注L') expect(plain).toContain(`<${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`);
  });

  it('embeds the glyphs that it uses', async () => {
    const { bytes } = await draw((document) => document.paragraph([{ text: '织布机' }]));
    expect(bytes.length).toBeLessThan(20_000);
  });

  it('ends after its last page, and says that something was left out', async () => {
    const { plain, isFull } = await draw((document) => {
      for (let at = 0; at < 400; at += 1) document.paragraph([{ text: 'A line of a text that does not end.' }]);
    });
    expect([isFull, plain.match(/\/Type \/Page\b/g)?.length]).toEqual([true, 3]);
    expect((await draw(everyKind)).isFull).toBe(false);
  });

  it('ends lines as Chinese and English do, and cuts a word that is wider than a line', () => {
    const linesOf = (text: string, width: number) =>
      setLines(book, [{ text }], { face: 'text', size: 10, width }).map(({ pieces }) =>
        pieces.map((piece) => piece.text).join(''),
      );
    expect(linesOf('它可以织出，图案。', 50)).toEqual(['它可以织', '出，图案。']);
    expect(linesOf('two words', 30)).toEqual(['two ', 'words']);
    expect(linesOf('one\ntwo', 300)).toEqual(['one', 'two']);
    const cut = linesOf('x'.repeat(100), 60);
    expect([cut.length > 5, cut.join('')]).toEqual([true, 'x'.repeat(100)]);
  });
});

/** The document with its compressed parts as text. */
function inflated(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.replace(/stream\n([^]*?)\nendstream/g, (whole, packed: string) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return whole;
    }
  });
}
