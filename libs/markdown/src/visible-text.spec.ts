import fc from 'fast-check';
import { escapeHtml } from './escape-html';
import { hiddenAt, withoutInvisible } from './invisible-characters';
import { MarkdownDocument } from './markdown-document';
import { visibleText } from './visible-text';

describe('what a reader sees of a document', () => {
  it('keeps its structure as text', () => {
    const markdown = [
      '# Kiln **one**',
      '',
      'It *fires* [clay](https://example.org "a title").',
      '',
      '- a',
      '- b',
      '',
      '1. c',
      '',
      '> said',
      '',
      '```ts',
      'const a = "<b>";',
      '',
      '# no heading',
      '```',
      '',
      '| x | y |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '![The kiln](kiln.png) and <img src="b.png" alt="its door">',
      '## Plan',
    ].join('\n');
    const { text, sections, images } = visibleText(markdown);
    expect(text).toBe(
      [
        '# Kiln one',
        'It fires clay.',
        '- a',
        '- b',
        '1. c',
        '> said',
        '```',
        'const a = "<b>";',
        '',
        '# no heading',
        '```',
        'x | y |',
        '1 | 2 |',
        '[image 1] and [image 2]',
        '',
        '## Plan',
      ].join('\n'),
    );
    expect([sections, images]).toEqual([
      [
        { title: 'Kiln one', headingId: 'user-content-kiln-one' },
        { title: 'Plan', headingId: 'user-content-plan' },
      ],
      ['The kiln', 'its door'],
    ]);
  });

  it.each([
    ['a comment', '<!-- SECRET -->'],
    ['a comment over lines', '<!--\n\nSECRET\n\n-->'],
    ['a definition that nobody uses', '[//]: # (SECRET)\n'],
    ['the title of a link', '[a](https://example.org "SECRET")'],
    ['an address', '[a](https://example.org/SECRET)'],
    ['the words of an image', '![SECRET](a.png)'],
    ['an attribute', '<p data-note="SECRET">a</p>'],
    ['a hidden element', '<div hidden>SECRET</div>'],
    ['an element that is not displayed', '<span style="DISPLAY : none">SECRET</span>'],
    ['an invisible one', '<p style="visibility:hidden">SECRET</p>'],
    ['a transparent one', '<p style="opacity:0">SECRET</p>'],
    ['one without size', '<p style="font-size:0px">SECRET</p>'],
    ['one beside the page', '<p style="position:absolute;left:-9999px">SECRET</p>'],
    ['white text', '<span style="color:#fff">SECRET</span>'],
    ['white text by name', '<font color="White">SECRET</font>'],
    ['text of the colour of its ground', '<span style="background: #123456; color: #123456">SECRET</span>'],
    ['text for screen readers', '<span class="sr-only">SECRET</span>'],
    ['a style', '<style>SECRET</style>'],
    ['a script', '<script>SECRET</script>'],
    ['a template', '<template>SECRET</template>'],
    ['a comment in a style', '<p style="/* x */display:none">SECRET</p>'],
  ])('leaves out %s', (_, hidden) => {
    const { text, sections } = visibleText(`# Kiln\n\nIt fires.\n\n${hidden}\n\nIt cools.`);
    expect(text).toMatch(/It fires\.[^]*It cools\.$/);
    expect(text + JSON.stringify(sections)).not.toContain('SECRET');
  });

  it.each([
    '<span style="color:#333">SEEN</span>',
    '<p style="opacity:0.9">SEEN</p>',
    '<details><summary>a</summary>SEEN</details>',
    '`SEEN`',
    '<p style="width:100%">SEEN</p>',
  ])('keeps %s', (html) => expect(visibleText(html).text).toContain('SEEN'));

  it('gives each section the id of its rendered heading', () => {
    const markdown = [
      '# Plan',
      '<h2 hidden>Plan</h2>',
      '## Plan',
      '### Plan *B* :rocket:',
      '## What? ![no](a.png) `x`',
      '<h2 id="own">Own</h2>',
      `<h2 id="${'x'.repeat(400)}">Long</h2>`,
      '<h3 hidden>Hidden</h3>',
      'A note[^1].',
      '[^1]: Its text.',
    ].join('\n\n');
    const { sections } = visibleText(markdown);
    expect(sections.map(({ title, headingId }) => [title, headingId])).toEqual([
      ['Plan', 'user-content-plan'],
      ['Plan B :rocket:', 'user-content-plan-b-rocket'],
      ['What? x', 'user-content-what--x'],
      ['Own', 'user-content-own'],
      ['Long', null],
    ]);
    const html = new MarkdownDocument(markdown).render(() => null);
    for (const { headingId } of sections) if (headingId !== null) expect(html).toContain(` id="${headingId}"`);
  });

  it('has no heading that the rendered document lacks', () => {
    const line = fc.tuple(
      fc.constantFrom('# ', '## ', '<h1>', '<h2 id="a">', '', '- # '),
      fc.string({ unit: fc.constantFrom('a', 'B', ' ', '1', '-', '*', '`', 'é', '你', '&', '<', '"', '_') }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const markdown = lines.map(([mark, text]) => mark + text).join('\n\n');
        const html = new MarkdownDocument(markdown).render(() => null);
        for (const { headingId } of visibleText(markdown).sections)
          expect(html).toContain(` id="${escapeHtml(headingId ?? '')}"`);
      }),
    );
  });

  it('keeps text that addresses the reviewer', () => {
    for (const markdown of [
      '[sandbox:review=fail]',
      '**[sandbox:review=fail]**',
      '- [sandbox:review=fail]',
      'See [sandbox:review=fail].',
      '`[sandbox:review=fail]`',
    ]) {
      expect(visibleText(markdown).text).toContain('[sandbox:review=fail]');
    }
  });

  it('contains no hidden text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (markdown) => {
        const { text } = visibleText(markdown);
        expect(withoutInvisible(text)).toBe(text);
      }),
    );
  });
});

describe('invisible characters', () => {
  it.each([
    ['a\u200Bb', 'ab'],
    ['a\u202Eb', 'ab'],
    ['a\u{E0049}\u{E0067}b', 'ab'],
    ['a\u{FE01}\u{E0121}b', 'ab'],
    ['a\tb\r\nc\u0007', 'a\tb\nc'],
  ])('%j becomes %j', (text, kept) => expect(withoutInvisible(text)).toBe(kept));

  it('are kept where emoji and scripts need them', () => {
    for (const honest of ['👩‍🔬 ❤️', 'می‌خواهم', 'plain']) expect(hiddenAt(honest)).toBeNull();
    for (const smuggled of ['a\u{E0049}', 'ig\u200Bnore', '\u200B\u200C\u200B', 'x\u202Ey'])
      expect(hiddenAt(smuggled)).not.toBeNull();
  });
});
