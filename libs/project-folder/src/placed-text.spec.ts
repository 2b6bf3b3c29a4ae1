import fc from 'fast-check';
import { MarkdownDocument } from '@shipyard/markdown';
import { withImagesBeside } from './images-beside';
import { placeImages, type UnplacedText } from './placed-text';

const PROJECT = '0192f0c1-0000-7000-8000-000000000001';
const fileId = (letter: string) => `cloud://${PROJECT}/0192f0c1-0000-7000-8000-00000000000${letter}.png`;
const place = (text: Partial<UnplacedText>) =>
  placeImages({
    markdown: '',
    kind: 'readme',
    beside: [],
    byFileId: new Map([[fileId('a'), 'images/a b.png']]),
    byPath: new Map(),
    ...text,
  });

describe('a text in the folder of an export', () => {
  it.each([
    { of: 'a path that no system can have', written: '![a](con.png)', path: 'con.png' },
    { of: 'a path in other letters', written: '![a](SHOTS/A.png)', path: 'SHOTS/A.png' },
    { of: 'a path below a file', written: '![a](./README.md/a.png)', path: 'README.md/a.png' },
    { of: 'an escaped path', written: '![a](a%20%26%20b.png)', path: 'a & b.png' },
    { of: 'a reference', written: '![a][one]\n\n[one]: <con.png> "A title"', path: 'con.png' },
    { of: 'HTML', written: '<img src="con.png" alt="a">', path: 'con.png' },
    { of: 'a picture for the dark', written: '![a](con.png#gh-dark-mode-only)', path: 'con.png' },
  ])('names the file that has the image of $of', ({ written, path }) => {
    const placed = place({
      markdown: `---\nname: A\n---\n# A\n\n${written}\n\n\`con.png\``,
      byPath: new Map([[path, 'images/1.png']]),
    });
    expect(new MarkdownDocument(placed).images.map((image) => image.written.replace(/#.*/, ''))).toEqual([
      'images/1.png',
    ]);
    expect(placed).toMatch(/`con\.png`$/);
  });

  it('leaves what is no image of the project, and file ids in code', () => {
    const markdown = `![a](https://example.org/a.png) ![b](other.png) \`${fileId('a')}\` ![c](${fileId('b')})`;
    expect(place({ markdown })).toBe(markdown);
    expect(place({ markdown: `![a](${fileId('a')})`, kind: 'log' })).toBe('![a](../images/a%20b.png)');
  });

  it('shows the images beside a log, with what describes them', () => {
    const beside = [{ fileId: fileId('a'), caption: 'A [lamp] & `b` *c* <d>' }];
    const placed = place({ markdown: 'It rained.\n', kind: 'log', beside });
    expect(placed).toBe('It rained.\n\n![A \\[lamp\\] \\& \\`b\\` \\*c\\* \\<d\\>](../images/a%20b.png)\n');
    const fence = '```\nIt rained.';
    expect(place({ markdown: fence, kind: 'log', beside })).toBe(fence);
  });

  it('has every description as alt text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: CAPTION_PIECES, maxLength: 40 }), (caption) => {
        const text = withImagesBeside('A', [{ fileId: fileId('a'), caption: caption.trim() }]);
        const { html } = new MarkdownDocument(text).renderWithText(() => ({
          url: '/api/v1/assets/00000000-0000-0000-0000-000000000000.png',
          width: 1,
          height: 1,
        }));
        const [, alt = ''] = / alt="([^"]*)"/.exec(html) ?? [];
        const seen = alt.replace(/&(lt|gt|quot|amp|#x27|#39);/g, (entity) => ENTITIES[entity] ?? entity);
        expect(seen).toBe(caption.trim());
      }),
    );
  });
});

/** An entity is as likely as a letter, with its `;` and without. */
const CAPTION_PIECES = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
  fc.constantFrom('&#0', '&#65', '&#x41', '&copy', '&amp', ';'),
);

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#x27;': "'",
  '&#39;': "'",
};
