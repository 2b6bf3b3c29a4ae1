import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { canonicalPath, picturePath, refusalOf, sizeText } from './picture-files';
import { readmeParser } from './readme-language';
import { escapeAlt, frontMatterEnd, insertPictures, linesOf, picturesIn, referenceTo, unescapeAlt } from './references';

const picturesOf = (markdown: string) => picturesIn(readmeParser.parse(markdown), Text.of(markdown.split('\n')));
const insert = (markdown: string, at: number, paths: string[]) => {
  const doc = Text.of(markdown.split('\n'));
  const change = insertPictures(readmeParser, doc, at, paths);
  return { change, text: markdown.slice(0, change.from) + change.insert + markdown.slice(change.to) };
};

const BLOCKS = [
  '# A title',
  'A paragraph\nof two lines',
  '- one\n- two',
  '```\ncode\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '> a quote',
  '<details>\nhtml\n</details>',
  '<!-- a comment -->',
  'Heading\n---',
  '![[head] Both halves](images/bench.jpg)',
  '```\nnever closed',
  '<!-- never closed',
];
const FRONT_MATTER = '---\ntags: [a]\n---';
const readme = fc
  .tuple(fc.constantFrom('', `${FRONT_MATTER}\n`, `${FRONT_MATTER}\n\n`), fc.array(fc.constantFrom(...BLOCKS, '')))
  .map(([front, blocks]) => front + blocks.join('\n\n'));

describe('a picture that is inserted', () => {
  it('is shown once, and the text around it stays as it was, wherever the cursor is', () => {
    fc.assert(
      fc.property(readme, fc.nat(), fc.integer({ min: 1, max: 3 }), (markdown, place, count) => {
        const paths = Array.from({ length: count }, (_, index) => `images/new-${index + 1}.png`);
        const at = place % (markdown.length + 1);
        const before = picturesOf(markdown).map(({ path }) => path);
        const { change, text } = insert(markdown, at, paths);
        expect(change.to).toBe(change.from);
        const shown = picturesOf(text).map(({ path }) => path);
        expect(shown.filter((path) => paths.includes(path))).toEqual(paths);
        expect(shown.filter((path) => !paths.includes(path))).toEqual(before);
        expect(change.from).toBeGreaterThanOrEqual(frontMatterEnd(Text.of(markdown.split('\n'))));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    { markdown: '', at: 0, text: '![](a.png)\n' },
    { markdown: 'one\n\ntwo\n', at: 2, text: 'one\n\n![](a.png)\n\ntwo\n' },
    { markdown: 'one\n\n\n\ntwo', at: 5, text: 'one\n\n![](a.png)\n\ntwo' },
    { markdown: 'one\ntwo', at: 1, text: 'one\ntwo\n\n![](a.png)\n' },
    { markdown: `${FRONT_MATTER}\n\n# A`, at: 5, text: `${FRONT_MATTER}\n\n![](a.png)\n\n# A` },
    { markdown: '- one\n- two\n\nlast', at: 3, text: '- one\n- two\n\n![](a.png)\n\nlast' },
    { markdown: '```\ncode', at: 6, text: '![](a.png)\n\n```\ncode' },
  ])('is placed by the rule: case %#', ({ markdown, at, text }) => {
    expect(insert(markdown, at, ['a.png']).text).toBe(text);
  });
});

describe('pictures of a README', () => {
  it('are found where Markdown shows them', () => {
    const found = picturesOf(
      '![one](a.png "title") `![no](b.png)`\n\n    ![no](c.png)\n\n![[head] x](<d e.png>) ![](./f%20g.png?x#y)',
    );
    expect(found.map(({ alt, path }) => [alt, path])).toEqual([
      ['one', 'a.png'],
      ['[head] x', 'd e.png'],
      ['', 'f g.png'],
    ]);
  });

  it('keep any description that is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const alt = typed.replace(/[<>`*_~!&\p{C}\p{Z}]/gu, 'x');
        const [found] = picturesOf(referenceTo('a.png', alt));
        expect(found?.path).toBe('a.png');
        expect(unescapeAlt(found?.alt ?? '')).toBe(alt);
      }),
    );
  });

  it('are found by line', () => {
    const doc = Text.of(['a', '![](x.png)', '', 'x.png']);
    expect(linesOf(doc, 'x.png')).toEqual([2, 4]);
    expect(linesOf(doc, '')).toEqual([]);
  });

  it('have no description that ends early', () => {
    expect(escapeAlt('a]\n(b)\\')).toBe('a\\] (b)\\\\');
  });
});

describe('the path of a new picture', () => {
  it('needs no escaping, is new, and is the same for the service', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('image/png', 'image/jpeg', 'image/webp', 'image/gif'),
        fc.array(fc.constantFrom('images/picture.png', 'images/picture-2.png', 'images/a.jpg')),
        (name, type, taken) => {
          const path = picturePath({ name, type }, new Set(taken));
          expect(path).toMatch(/^images\/[a-z0-9-]+\.(png|jpg|webp|gif)$/);
          expect(taken).not.toContain(path);
          expect(canonicalPath(path)).toBe(path);
        },
      ),
    );
  });

  it.each([
    { name: 'My Café.JPG', type: 'image/jpeg', path: 'images/my-cafe.jpg' },
    { name: '电路板.png', type: 'image/png', path: 'images/picture-2.png' },
    { name: 'image.png', type: 'image/png', path: 'images/image.png' },
  ])('of $name is $path', ({ name, type, path }) => {
    expect(picturePath({ name, type }, new Set(['images/picture.png']))).toBe(path);
  });
});

describe('a file', () => {
  it.each([
    { type: 'image/png', size: 5 * 1024 * 1024, others: 31, refusal: null },
    { type: 'image/png', size: 5 * 1024 * 1024 + 1, others: 0, refusal: 'tooLarge' },
    { type: 'image/svg+xml', size: 1, others: 0, refusal: 'svg' },
    { type: 'image/heic', size: 1, others: 0, refusal: 'heic' },
    { type: '', size: 1, others: 0, refusal: 'kind' },
    { type: 'constructor', size: 1, others: 0, refusal: 'kind' },
    { type: 'image/gif', size: 1, others: 32, refusal: 'tooMany' },
  ])('of $type with $size bytes, beside $others: $refusal', ({ type, size, others, refusal }) => {
    expect(refusalOf({ name: 'a.png', type, size }, others)).toBe(refusal);
  });

  it.each([
    { bytes: 900, text: '1 KB' },
    { bytes: 850_400, text: '850 KB' },
    { bytes: 1_840_000, text: '1.8 MB' },
  ])('of $bytes bytes is $text', ({ bytes, text }) => {
    expect(sizeText(bytes, 'en')).toBe(text);
  });
});
