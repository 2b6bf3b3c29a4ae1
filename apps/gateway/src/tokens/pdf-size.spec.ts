import { packedPdfStream, type PdfObjects, pdfStream, plainPdf, writePdf } from '@shipyard/testing';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { measurePdf } from './pdf-size';

const show = (text: string) => `BT /F1 12 Tf (${text}) Tj ET`;

/** One page with the given entries, and other objects from 4 on. */
const onePage = (entries: string, ...others: PdfObjects) =>
  writePdf([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R ${entries} >>`],
    ...others,
  ]);
const withContent = (content: Buffer) => onePage('/Contents 4 0 R', [4, content]);
const withForm = (form: Buffer, content: string) =>
  onePage('/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>', [4, packedPdfStream(content)], [5, form]);

/** As LaTeX and Word write it: objects in an object stream, with a stream as table. */
function packedObjects(kids: number, predictor: boolean): Buffer {
  const objects: [number, string][] = [
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Kids[${'3 0 R '.repeat(kids)}]/Count ${kids}>>`],
    [3, '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>'],
  ];
  let at = 0;
  const places = objects.map(([number, body]) => `${number} ${(at += body.length) - body.length}`).join(' ');
  const content = deflateSync(`${places} ${objects.map(([, body]) => body).join('')}`);
  const head = Buffer.from('%PDF-1.7\n');
  const text = Buffer.concat([Buffer.from('4 0 obj\n'), packedPdfStream(show('hello')), Buffer.from('\nendobj\n')]);
  const stream = pdfStream(content, `/Type /ObjStm /N 3 /First ${places.length + 1} /Filter /FlateDecode`);
  const packed = Buffer.concat([Buffer.from('5 0 obj\n'), stream, Buffer.from('\nendobj\n')]);
  const fifth = head.length + text.length;
  const rows = [
    [0, 0, 0],
    [2, 5, 0],
    [2, 5, 1],
    [2, 5, 2],
    [1, head.length, 0],
    [1, fifth, 0],
  ].map(([kind = 0, place = 0, last = 0]) => [kind, place >> 8, place & 255, last]);
  const difference = (row: number[], index: number) => [2, ...row.map((byte, b) => byte - (rows[index - 1]?.[b] ?? 0))];
  const table = deflateSync(Buffer.from((predictor ? rows.map(difference) : rows).flat()));
  const parameters = predictor ? '/DecodeParms << /Predictor 12 /Columns 4 >>' : '';
  const start = fifth + packed.length;
  const tableStream = pdfStream(table, `/Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode ${parameters}`);
  const end = Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat([head, text, packed, Buffer.from('6 0 obj\n'), tableStream, end]);
}

describe('the size of a PDF', () => {
  it('is its pages and the text that they show', async () => {
    expect(await measurePdf(plainPdf(3, 'hello'))).toEqual({ pages: 3, textBytes: 5 });
    expect(await measurePdf(withContent(pdfStream(show('you'))))).toEqual({ pages: 1, textBytes: 3 });
    expect(await measurePdf(onePage(''))).toEqual({ pages: 1, textBytes: 0 });
  });

  it.each([false, true])('is found in compressed objects (with differences: %s)', async (predictor) => {
    expect(await measurePdf(packedObjects(1, predictor))).toEqual({ pages: 1, textBytes: 5 });
    expect(await measurePdf(packedObjects(2, predictor))).toBeUndefined();
  });

  it('follows the text after compression', async () => {
    expect(await measurePdf(plainPdf(1, 'a'.repeat(1_000_000)))).toEqual({ pages: 1, textBytes: 1_000_000 });
  });

  it('has the text of each kind of string', async () => {
    const content = 'BT [(a\\)b) -20 (c(d)e)] TJ <48656C6C6F> Tj % (none\n /P << /MCID 0 >> BDC ET';
    expect(await measurePdf(withContent(packedPdfStream(content)))).toEqual({ pages: 1, textBytes: 3 + 5 + 5 });
  });

  it('has the text of a stream as often as pages use it', async () => {
    const array = onePage('/Contents [4 0 R 4 0 R 4 0 R]', [4, packedPdfStream(show('hello'))]);
    expect(await measurePdf(array)).toEqual({ pages: 1, textBytes: 15 });
  });

  it('has the text of a form as often as it is drawn', async () => {
    const form = packedPdfStream(show('hello'), '/Subtype /Form');
    expect(await measurePdf(withForm(form, '/X Do q /X Do Q'))).toEqual({ pages: 1, textBytes: 10 });
    const inner = packedPdfStream('/Y Do /Y Do', '/Subtype /Form /Resources << /XObject << /Y 6 0 R >> >>');
    const nested = onePage(
      '/Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >>',
      [4, packedPdfStream('/X Do /X Do')],
      [5, inner],
      [6, form],
    );
    expect(await measurePdf(nested)).toEqual({ pages: 1, textBytes: 20 });
  });

  it('leaves out images, fonts and metadata', async () => {
    const text = show('nothing');
    const others: PdfObjects = [
      [5, packedPdfStream(text, '/Subtype /Image')],
      [6, pdfStream(text, '/Filter /DCTDecode /Subtype /Image')],
      [7, packedPdfStream(text, '/Length1 9')],
      [8, packedPdfStream(text, '/Subtype /XML')],
    ];
    const page = '/Contents 4 0 R /Resources << /XObject << /X 5 0 R /Y 6 0 R >> >>';
    const drawn = onePage(page, [4, packedPdfStream('/X Do /Y Do')], ...others);
    expect(await measurePdf(drawn)).toEqual({ pages: 1, textBytes: 0 });
  });

  const flate = '/Filter /FlateDecode';
  const cycle = '/Subtype /Form /Resources << /XObject << /X 5 0 R >> >>';
  const kids = (list: string, count: number, entries = '', kind = '/Page') =>
    writePdf([
      [1, '<< /Pages 2 0 R >>'],
      [2, `<< /Type /Pages /Kids [${list}] /Count ${count} ${entries} >>`],
      [3, '<< /Type /Page /Parent 2 0 R >>'],
      [4, `<< /Type ${kind} /Parent 2 0 R >>`],
    ]);

  it.each<[string, Buffer]>([
    ['other files', Buffer.from('PK\x03\x04')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF without pages', kids('', 0)],
    ['a page many times', kids('3 0 R '.repeat(500), 500)],
    ['another count than its pages', kids('3 0 R 4 0 R', 500)],
    ['a page outside of the tree', kids('3 0 R', 1)],
    ['a page that is missing', kids('3 0 R 4 0 R 5 0 R', 3)],
    ['a tree that holds itself', kids('3 0 R 4 0 R 2 0 R', 2)],
    ['a key twice', kids('3 0 R 4 0 R', 2, '/Kids [3 0 R]')],
    ['an escaped key', kids('3 0 R 4 0 R', 2, '/K#69ds [3 0 R]')],
    ['a page of an escaped kind', kids('3 0 R 4 0 R', 2, '', '/P#61ge')],
    ['an object twice', onePage('/Contents 4 0 R', [4, pdfStream('')], [4, pdfStream(show('a'))])],
    ['an encrypted PDF', writePdf([[1, '<< /Pages 2 0 R >>']], '/Root 1 0 R /Encrypt 5 0 R')],
    ['an unusual filter', withContent(pdfStream('a', '/Filter /LZWDecode'))],
    ['a content with the filter of an image', withContent(pdfStream(show('a'), '/Filter /DCTDecode'))],
    ['several filters', withContent(pdfStream('a', '/Filter [/ASCII85Decode /FlateDecode]'))],
    ['a filter twice', withContent(pdfStream(deflateSync(show('a')), `/Filter /DCTDecode ${flate}`))],
    ['a filter elsewhere', withContent(pdfStream('a', '/Filter 7 0 R'))],
    ['a short name of a filter', withContent(pdfStream(deflateSync(show('a')), '/F /FlateDecode'))],
    ['damaged data', withContent(pdfStream('no zlib', flate))],
    ['data that holds its end', withContent(pdfStream('endstream BT (a) Tj ET'))],
    ['data that holds an object', withContent(pdfStream('% 4 0 obj\n'))],
    ['a file with another start in its data', withContent(pdfStream('% startxref 9\n'))],
    ['a text beyond any prompt', plainPdf(1, 'a'.repeat(9_000_000))],
    [
      'very many streams',
      onePage('', ...Array.from({ length: 4_001 }, (_, at): [number, Buffer] => [at + 4, pdfStream('')])),
    ],
    ['an image among the text', withContent(packedPdfStream('BI /W 1 ID < EI (a) Tj >'))],
    ['an operator that no reader knows', withContent(packedPdfStream('hello'))],
    ['a name that nothing has', withContent(packedPdfStream('/X Do'))],
    ['forms that draw themselves', withForm(packedPdfStream('/X Do', cycle), '/X Do')],
    ['a pattern of text', onePage('/Resources << /Pattern << /P 4 0 R >> >>', [4, packedPdfStream(show('a'))])],
    ['glyphs of text', onePage('', [4, '<< /CharProcs << /a 5 0 R >> >>'], [5, packedPdfStream(show('a'))])],
    ['a mask of text', onePage('', [4, '<< /S /Luminosity /G 5 0 R >>'], [5, packedPdfStream(show('a'))])],
    ['fields', onePage('/Annots [<< /Subtype /Widget >>]')],
    ['a changed file', Buffer.concat([plainPdf(1), Buffer.from('3 0 obj << >> endobj\n')])],
    ['a table that names another place', Buffer.from(String(onePage('')).replace(/(\d{9})\d 00000 n/, '$10 00000 n'))],
  ])('is unknown for %s', async (_, bytes) => {
    expect(await measurePdf(bytes)).toBeUndefined();
  });

  it('is undefined or has pages for a damaged file, without an exception', async () => {
    const file = packedObjects(1, true);
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length), fc.nat(255), fc.nat(file.length), async (at, byte, end) => {
        const changed = Buffer.from(file.subarray(0, end));
        if (at < changed.length) changed[at] = byte;
        const size = await measurePdf(changed);
        expect(size === undefined || size.pages > 0).toBe(true);
      }),
    );
  });

  it('is never below what a generous reader shows', async () => {
    const arrangement = fc.record({
      kids: fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }),
      count: fc.option(fc.nat(6)),
      contents: fc.array(fc.nat(2), { maxLength: 4 }),
      draws: fc.nat(3),
      type: fc.constantFrom('/Type /Page', '/Type /P#61ge', '/T#79pe /Page', '/Type /Foo /Type /Page', ''),
      filter: fc.constantFrom(
        flate,
        '/Filter [/FlateDecode]',
        '/Filter /Flate#44ecode',
        '/F /FlateDecode',
        `/Filter /DCTDecode ${flate}`,
        `/Length1 1 ${flate}`,
        `/Subtype /Image ${flate}`,
        `${flate} /DecodeParms << /Predictor 1 >>`,
      ),
    });
    let measured = 0;
    await fc.assert(
      fc.asyncProperty(arrangement, async ({ kids: list, count, contents, draws, type, filter }) => {
        const text = (at: number) => 'x'.repeat(10 + at);
        const used = contents.map((at) => `${at + 20} 0 R`).join(' ');
        const entries = `/Parent 2 0 R /Contents [${used}] /Resources << /XObject << /X 30 0 R >> >>`;
        const stream = (content: string, more = '') => pdfStream(deflateSync(content), `${filter} ${more}`);
        const file = writePdf([
          [1, '<< /Pages 2 0 R >>'],
          [
            2,
            `<< /Type /Pages /Kids [${list.map((at) => `${at + 10} 0 R`).join(' ')}] /Count ${count ?? list.length} >>`,
          ],
          ...[...new Set(list)].map((at): [number, string] => [at + 10, `<< ${type} ${entries} >>`]),
          ...[0, 1, 2].map((at): [number, Buffer] => [at + 20, stream(`${show(text(at))} ${'/X Do '.repeat(draws)}`)]),
          [30, stream(show('form'), filter.includes('/Image') ? '' : '/Subtype /Form')],
        ]);
        const formBytes = filter.includes('/Image') ? 0 : 4;
        const textBytes = list.length * contents.reduce((sum, at) => sum + 10 + at + draws * formBytes, 0);
        const size = await measurePdf(file);
        if (size === undefined) return;
        measured += 1;
        expect(size.pages).toBeGreaterThanOrEqual(list.length);
        expect(size.textBytes).toBeGreaterThanOrEqual(textBytes);
      }),
      { numRuns: 1_000 },
    );
    expect(measured).toBeGreaterThan(0);
  });
});
