import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { FontBook } from '@shipyard/pdf';
import { drawLabels } from './draw-labels';
import type { Label, LabelsRequest } from './label-requests';

const REQUEST: Omit<LabelsRequest, 'labels'> = {
  kind: 'labels',
  language: 'en',
  createdAt: new Date('2026-11-28T00:00:00Z'),
  colors: { ink: '#16201B', ink2: '#414D46', line: '#C9CDBD', sunk: '#DDE0D2', link: '#12523E' },
  paper: 'A4',
  words: { title: 'Labels', incomplete: 'Write the rest by hand.' },
};
const label = (address: string, name = 'Nadia Orlova'): Label => ({
  slug: 'loom',
  recipient: { name, phone: '+49 30 901820', address },
  note: '',
});

describe('labels', () => {
  let folder: string;
  let book: FontBook;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'labels-'));
    book = await FontBook.open(folder);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  const draw = async (...labels: Label[]) => inflated(await drawLabels(book, { ...REQUEST, labels }));
  const pagesIn = (text: string) => text.match(/\/Type \/Page\b/g)?.length;
  /** The lowest baseline that is drawn, from the bottom of the page. */
  const lowestIn = (text: string) =>
    Math.min(...Array.from(text.matchAll(/1 0 0 1 [\d.]+ (-?[\d.]+) Tm/g), ([, y]) => Number(y)));

  it('stand four on a sheet, and none is left out', async () => {
    expect(pagesIn(await draw(...Array.from({ length: 4 }, () => label('Hauptstr. 1'))))).toBe(1);
    expect(pagesIn(await draw(...Array.from({ length: 9 }, () => label('Hauptstr. 1'))))).toBe(3);
  });

  it.each([
    ['long Chinese', '北京市海淀区中关村大街'.repeat(45)],
    ['of very many lines', 'a\n'.repeat(249) + 'b'],
  ])('keep within their place with an address that is %s', async (_, address) => {
    const text = await draw(label(address, '王'.repeat(100)), label('x'), label(address), label('y'));
    expect(pagesIn(text)).toBe(1);
    expect(lowestIn(text)).toBeGreaterThanOrEqual(20);
  });

  it('say that letters are missing, and why there is no address', async () => {
    const letters = (text: string) =>
      Array.from(text, (letter) => `<${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`);
    const whole = await draw(label('Hauptstr. 1'));
    expect(whole).not.toContain('Write the rest by hand.');
    // A text with a sign that is not Latin stands in the file with two bytes a letter.
    expect((await draw(label('ถนนสุขุมวิท 21'))).replaceAll('\0', '')).toContain('Write the rest by hand.');
    const gone = await draw({ slug: 'loom', recipient: null, note: 'Withdrawn.' });
    expect(gone).toContain('Withdrawn.');
    for (const letter of letters('dW')) expect(gone).toContain(letter);
  });
});

/** The document with its compressed parts as text. */
function inflated(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/stream\n([^]*?)\nendstream/g, (whole, packed: string) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return whole;
    }
  });
}
