import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { measurePdf } from './pdf-size';

const stream = (content: string | Buffer, dictionary = '') => {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`9 0 obj\n<< /Length ${bytes.length} ${dictionary} >>\nstream\r\n`),
    bytes,
    Buffer.from('\r\nendstream\nendobj\n'),
  ]);
};
const packed = (content: string, dictionary = '') => stream(deflateSync(content), `/Filter /FlateDecode ${dictionary}`);
const page = (number: number) => `${number} 0 obj << /Type /Page /Parent 1 0 R /Contents 9 0 R >> endobj\n`;
const pages = (count: number) => Array.from({ length: count }, (_, at) => page(at + 10)).join('');
const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(['%PDF-1.7\n1 0 obj << /Type /Pages /Count 1 >> endobj\n', ...parts].map((part) => Buffer.from(part)));
const shown = (text: string) => `BT /F1 12 Tf (${text}) Tj ET`;

describe('the size of a PDF', () => {
  it('is its pages and the text that they show', async () => {
    expect(await measurePdf(pdf(pages(3), packed(shown('hello')), stream(shown('you'))))).toEqual({
      pages: 3,
      textBytes: 8,
    });
  });

  it('is found in compressed objects', async () => {
    expect(await measurePdf(pdf(packed(pages(250), '/Type /ObjStm'), packed(shown('a'))))).toEqual({
      pages: 250,
      textBytes: 1,
    });
  });

  it('follows the text after compression', async () => {
    const size = await measurePdf(pdf(pages(1), packed(shown('a'.repeat(1_000_000)))));
    expect(size).toEqual({ pages: 1, textBytes: 1_000_000 });
  });

  it('has the text of each kind of string', async () => {
    const content = 'BT [(a\\)b) -20 (c(d)e)] TJ <48656C6C6F> Tj << /MCID 0 >> BDC ET';
    expect(await measurePdf(pdf(pages(1), packed(content)))).toEqual({ pages: 1, textBytes: 3 + 5 + 5 });
  });

  it('leaves out images, fonts and metadata', async () => {
    const text = shown('nothing');
    const parts = [
      packed(text, '/Subtype /Image'),
      packed(text, '/Length1 9'),
      packed(text, '/Subtype /XML'),
      stream(text, '/Filter /DCTDecode'),
    ];
    expect(await measurePdf(pdf(pages(2), ...parts))).toEqual({ pages: 2, textBytes: 0 });
  });

  it.each<[string, Buffer]>([
    ['other files', Buffer.from('PK\x03\x04')],
    ['nothing', Buffer.alloc(0)],
    ['a PDF without pages', pdf(packed(shown('a')))],
    ['an encrypted PDF', pdf(pages(1), 'trailer << /Encrypt 5 0 R >>')],
    ['an unusual filter', pdf(pages(1), stream('a', '/Filter /LZWDecode'))],
    ['several filters', pdf(pages(1), stream('a', '/Filter [/ASCII85Decode /FlateDecode]'))],
    ['a filter elsewhere', pdf(pages(1), stream('a', '/Filter 7 0 R'))],
    ['damaged data', pdf(pages(1), stream('no zlib', '/Filter /FlateDecode'))],
    ['a text beyond any prompt', pdf(pages(1), packed('a'.repeat(9_000_000)))],
    ['very many streams', pdf(pages(1), Buffer.concat(Array.from({ length: 4_001 }, () => stream('a'))))],
  ])('is unknown for %s', async (_, bytes) => {
    expect(await measurePdf(bytes)).toBeUndefined();
  });

  it('is undefined or has pages for a damaged file, without an exception', async () => {
    const file = pdf(packed(pages(5), '/Type /ObjStm'), packed(shown('hello')));
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length), fc.nat(255), fc.nat(file.length), async (at, byte, end) => {
        const changed = Buffer.from(file.subarray(0, end));
        if (at < changed.length) changed[at] = byte;
        const size = await measurePdf(changed);
        expect(size === undefined || size.pages > 0).toBe(true);
      }),
    );
  });
});
