import fc from 'fast-check';
import { harmOf } from './__fixtures__/harm-of';
import { DocumentTooDeep, MarkdownDocument, type ShownImage } from './markdown-document';

const IMAGE: ShownImage = { url: '/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png', width: 64, height: 48 };

const tags = (
  'a b i p div span ul ol li dl dt dd table caption thead tbody tr td th pre code h1 h2 blockquote details summary picture source img br hr input section ' +
  'script style svg math mtext mglyph title textarea xmp noscript template iframe plaintext select option form button center font nobr object frameset ' +
  'annotation-xml foreignObject body html head ruby rt rp sup'
).split(' ');
const attribute = fc.oneof(
  fc.constantFrom(
    'onclick=x',
    'style="position:fixed"',
    'href=javascript:x',
    'href="#a"',
    'href="//x.example"',
    'href=https://x.example',
    'src=a.png',
    'src=data:x',
    'srcset="a.png 1x, //b 2x"',
    'id=x',
    'name=x',
    'class="hljs-string x"',
    'title="</title><script>"',
    "alt='-->'",
    'align=center',
    'type=checkbox',
    'open',
    'xlink:href=javascript:x',
    '"',
    "'",
    '=',
    '/',
  ),
  fc.string({ maxLength: 8 }),
);
const html = fc.oneof(
  fc
    .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 3 }), fc.constantFrom('>', '/>', ''))
    .map(([name, attributes, end]) => `<${[name, ...attributes].join(' ')}${end}`),
  fc.constantFrom(...tags).map((name) => `</${name}>`),
  fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
    '&lt;',
    '&#106;',
    '&colon;',
    '&Tab;',
    '\0',
    '\u2028',
  ),
);
const markdown = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    ' ',
    '    ',
    '\t',
    '# ',
    '> ',
    '> [!NOTE]\n> ',
    '- ',
    '- [x] ',
    '1. ',
    '* * *\n',
    '---\n',
    '```',
    '```js\n',
    '~~~\n',
    '`',
    '``',
    '*',
    '**',
    '_',
    '~~',
    '![',
    '[',
    ']',
    '](',
    ')',
    '(a.png)',
    '](a.png)',
    '](javascript:x)',
    '[^1]',
    '[^1]: ',
    '\n[^1]: x\n',
    '\n[a]: b "c"\n',
    '[a]',
    '|',
    '\n|-|:-:|\n',
    '\\',
    '<https://x.example>',
    'https://x.example',
    'a@x.example',
    ':rocket:',
    '\r',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const source = fc.array(fc.oneof(html, markdown), { maxLength: 40, size: 'max' }).map((parts) => parts.join(''));

const RUNS = { numRuns: 1_500 };

function render(text: string): string | null {
  try {
    return new MarkdownDocument(text).render((target) => (target.kind === 'relative' ? IMAGE : null));
  } catch (error) {
    if (error instanceof DocumentTooDeep) return null;
    throw error;
  }
}

describe('any document', () => {
  it('is harmless after rendering, or refused', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(harmOf(render(text) ?? '')).toEqual([]);
      }),
      RUNS,
    );
  });

  it('renders to the same HTML each time', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(render(text)).toBe(render(text));
      }),
      { numRuns: 300 },
    );
  });

  it('shows each own image as often as it is referenced', () => {
    fc.assert(
      fc.property(source, (text) => {
        const seen: unknown[] = [];
        const document = new MarkdownDocument(text);
        const named = document.images
          .filter(({ target }) => target.kind === 'relative' || target.kind === 'stored')
          .map(({ target }) => target);
        document.render((target) => {
          seen.push(target);
          return null;
        });
        expect(seen).toEqual(named);
      }),
      { numRuns: 300 },
    );
  });
});
