import { deflateSync } from 'node:zlib';

/** The objects in their order. The table names the last one of a number. */
export type PdfObjects = [number: number, body: string | Buffer][];

export function writePdf(objects: PdfObjects, trailer = '/Root 1 0 R'): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places = new Map<number, number>();
  let at = 9;
  for (const [number, body] of objects) {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    places.set(number, at);
    parts.push(object);
    at += object.length;
  }
  const entries = [...places].map(([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
  const end = `xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<< ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

export function pdfStream(content: string | Buffer, dictionary = ''): Buffer {
  const head = `<< /Length ${Buffer.byteLength(content)} ${dictionary} >>\nstream\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\nendstream')]);
}

export const packedPdfStream = (content: string, dictionary = '') =>
  pdfStream(deflateSync(content), `/Filter /FlateDecode ${dictionary}`);

/** Pages without text, and one that shows `text`. */
export function plainPdf(pages: number, text = ''): Buffer {
  const numbers = Array.from({ length: pages }, (_, at) => at + 10);
  return writePdf([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`],
    [3, packedPdfStream(text && `BT (${text}) Tj ET`)],
    ...numbers.map((number, at): [number, string] => [
      number,
      `<< /Type /Page /Parent 2 0 R ${at === 0 ? '/Contents 3 0 R' : ''} >>`,
    ]),
  ]);
}
