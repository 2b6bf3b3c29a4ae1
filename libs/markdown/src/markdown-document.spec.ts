import { DocumentTooDeep, MarkdownDocument, type ShownImage } from './markdown-document';

const ASSET = '/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png';
const shown =
  (path: string, image: ShownImage = { url: ASSET, width: 64, height: 48 }) =>
  (target: { kind: string; path?: string }) =>
    target.kind === 'relative' && target.path === path ? image : null;
const render = (markdown: string, path = 'a.png') => new MarkdownDocument(markdown).render(shown(path)).trim();
const written = (markdown: string) => new MarkdownDocument(markdown).images.map((image) => image.written);

describe('the images of a document', () => {
  it.each([
    ['Markdown', '![a](a.png)', ['a.png']],
    ['angle brackets', '![a](<a b.png>)', ['a b.png']],
    ['a title', '![a](a.png "t")', ['a.png']],
    ['a reference', '![a][r]\n\n[r]: ./a.png', ['./a.png']],
    ['a collapsed reference', '![r]\n\n[r]: a.png', ['a.png']],
    ['a linked image', '[![a](a.png)](https://x.example)', ['a.png']],
    ['HTML in any quotes', '<img src="a.png"> <img src=\'b.png\'> <IMG SRC=c.png>', ['a.png', 'b.png', 'c.png']],
    ['HTML over lines', 'x <img\n alt="a"\n src="a.png"> y', ['a.png']],
    ['an HTML block', '<p align="center">\n  <img src="a.png">\n</p>', ['a.png']],
    ['an HTML block around Markdown', '<div>\n\n![a](a.png)\n\n</div>', ['a.png']],
    [
      'a picture',
      '<picture><source srcset="d.png 1x, e.png 2x"><img src="a.png"></picture>',
      ['d.png', 'e.png', 'a.png'],
    ],
    ['a table', '| a |\n|-|\n| ![a](a.png) |', ['a.png']],
    ['a heading, a quote, a list', '# ![a](a.png)\n> ![b](b.png)\n- ![c](c.png)', ['a.png', 'b.png', 'c.png']],
    ['entities', '![a](a&amp;b.png) <img src="c&amp;d.png">', ['a&b.png', 'c&d.png']],
    ['what is percent-encoded stays so', '![a](a%20b.png)', ['a%20b.png']],
    ['other scripts', '![a](图/电路.png)', ['图/电路.png']],
  ])('are found in %s', (_, markdown, expected) => expect(written(markdown)).toEqual(expected));

  it.each([
    ['code', '`![a](a.png)` `<img src=a.png>`'],
    ['fences', '```\n![a](a.png)\n<img src=a.png>\n```'],
    ['indented code', 'x\n\n    ![a](a.png)'],
    ['comments', '<!-- ![a](a.png) <img src="a.png"> -->'],
    ['comments over empty lines', '<!--\n\n![a](a.png)\n\n<img src="a.png">\n\n-->'],
    ['links', '[a](a.png) <a href="a.png">a</a>'],
    ['escaped brackets', '!\\[a](a.png)'],
    [
      'text that is no text',
      '<textarea><img src=a.png></textarea><noscript><img src=b.png></noscript><script>"<img src=c.png>"</script>',
    ],
    ['source outside a picture', '<source srcset="a.png"><video><source src="b.mp4" srcset="c.png"></video>'],
    ['attributes', '<p title="<img src=a.png>">x</p>'],
  ])('are not found in %s', (_, markdown) => expect(written(markdown)).toEqual([]));

  it.each(['[head]', '[HEAD] x', 'x [Head]', '［head］', '【HEAD】 x', 'head', ' Head '])(
    'include a header image for the alt %j',
    (alt) => {
      expect(new MarkdownDocument(`<img src="a.png" alt="${alt}">`).images[0]?.isHead).toBe(true);
    },
  );

  it.each(['ahead', 'head light', '(head)', ''])('include no header image for the alt %j', (alt) => {
    expect(new MarkdownDocument(`![${alt}](a.png)`).images[0]?.isHead).toBe(false);
  });
});

describe('rendering', () => {
  it('shows our own images by URL, with their size and without the mark', () => {
    expect(render('![[head] Front](a.png)')).toBe(
      `<p><img src="${ASSET}" alt="Front" width="64" height="48" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p>`,
    );
    expect(render('![head](a.png)')).toContain('alt=""');
    expect(render('![A\\&copy;, `&copy;`, &copy; and &copy](a.png)')).toContain(
      'alt="A&amp;copy;, &amp;copy;, © and &amp;copy"',
    );
    expect(render('<img src="a.png" width="32">')).toContain('width="32" alt="" loading');
  });

  it('handles remote images by scheme', () => {
    expect(render('![a](https://x.example/a.png)')).toContain('referrerpolicy="no-referrer"');
    expect(render('![a](http://x.example/a.png)')).toBe(
      '<p><a href="http://x.example/a.png" rel="nofollow ugc noopener noreferrer">a</a></p>',
    );
    expect(render('[![a](http://x.example/a.png)](https://y.example)')).toBe(
      '<p><a href="https://y.example" rel="nofollow ugc noopener noreferrer"><span>a</span></a></p>',
    );
    for (const address of ['//x.example/a.png', 'data:image/png;base64,AA', 'ftp://x.example/a.png'])
      expect(render(`![a](${address})`)).toBe('<p></p>');
  });

  it('shows copies of remote images if the proxy is on, and links until there is a copy', () => {
    const copy = { url: '/api/v1/foreign-images/0190b6a0-0000-7000-8000-000000000002', width: 64, height: 48 };
    const copied = 'https://x.example/a.png?b=1';
    const proxied = (markdown: string) =>
      new MarkdownDocument(markdown)
        .render((target) => (target.kind === 'remote' && target.url.startsWith(copied) ? copy : null), true)
        .trim();
    const image = `src="${copy.url}" alt="a" width="64" height="48" loading="lazy" decoding="async" referrerpolicy="no-referrer"`;
    expect(proxied(`![a](${copied})`)).toBe(`<p><img ${image} /></p>`);
    expect(proxied(`![a](${copied}#gh-dark-mode-only)`)).toContain(`src="${copy.url}#gh-dark-mode-only"`);
    expect(proxied('![a](https://x.example/b.png)')).toBe(
      '<p><a href="https://x.example/b.png" rel="nofollow ugc noopener noreferrer">a</a></p>',
    );
    expect(proxied('![](https://x.example/b.png)')).toContain('>https://x.example/b.png</a>');
    expect(
      proxied(
        '<picture><source srcset="https://x.example/b.png"><img alt="a" src="https://x.example/b.png"></picture>',
      ),
    ).not.toMatch(/<source|<img/);
    expect(proxied('![a](http://x.example/b.png) ![b](b.png)')).toBe(
      '<p><a href="http://x.example/b.png" rel="nofollow ugc noopener noreferrer">a</a> <span>b</span></p>',
    );
  });

  it('keeps a picture with its allowed sources', () => {
    const html = render(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="a.png 2x, http://x.example/b.png"><source srcset="//x"><img src="a.png"></picture>',
    );
    expect(html).toContain(`<source media="(prefers-color-scheme: dark)" srcset="${ASSET} 2x" />`);
    expect(html.match(/<source/g)).toHaveLength(1);
  });

  it("drops sources of other hosts, which would learn about the visitor's device", () => {
    const html = render(
      '<picture><source media="(max-width: 600px)" srcset="https://x.example/narrow.png"><source sizes="50vw" srcset="https://x.example/s.png 320w, a.png 640w">' +
        '<source srcset="https://x.example/c.png"><img src="https://x.example/a.png" srcset="https://x.example/b.png 2x" sizes="50vw"></picture>',
    );
    expect(html).toBe(
      `<p><picture><source srcset="${ASSET} 640w" /><img src="https://x.example/a.png" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></picture></p>`,
    );
  });

  it('shifts headings down by one level, with anchors for internal links', () => {
    expect(render('# One\n\n###### Six\n\n# One\n\n[x](#one-1)')).toBe(
      [
        '<h2 id="user-content-one">One</h2>',
        '<h6 id="user-content-six">Six</h6>',
        '<h2 id="user-content-one-1">One</h2>',
        '<p><a href="#user-content-one-1" rel="nofollow ugc noopener noreferrer">x</a></p>',
      ].join('\n'),
    );
    expect(render('<h1 align="center">Raw <b>HTML</b></h1>')).toBe(
      '<h2 align="center" id="user-content-raw-html">Raw <b>HTML</b></h2>',
    );
  });

  it('renders tables, task lists, code, strikethrough and bare links', () => {
    const html = render('| a |\n|:-:|\n| b |\n\n- [x] c\n\n```ts\nd<e>\n```\n\n~~f~~ https://x.example\n\ng\nh');
    for (const part of [
      '<td align="center">b</td>',
      '<li class="task-list-item"><input type="checkbox" disabled checked aria-label="Completed task" /> c</li>',
      '<ul class="contains-task-list">',
      '<code class="language-ts">d&lt;e&gt;\n</code>',
      '<del>f</del>',
      '<a href="https://x.example" rel=',
      '<p>g\nh</p>',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('keeps parts of tables and lists inside their table or list', () => {
    expect(render('<td>a</td><li>b</li>')).toBe('a<div>b</div>');
  });

  it('closes only the elements that it opened, as a browser parses it', () => {
    // A browser ends the outer item at the inner one. The </div> left over would then close the page's own div.
    expect(render('<ul><li><div><li>x</li></div></li></ul>')).toBe('<ul><li><div></div></li><li>x</li></ul>');
  });

  it.each(['title', 'textarea', 'iframe', 'script', 'plaintext', 'svg', 'select', 'template'])(
    'shows an unclosed <%s> as text',
    (name) => {
      expect(render(`Use <${name}> for it.\n\n**More**`)).toBe(
        `<p>Use &lt;${name}&gt; for it.</p>\n<p><strong>More</strong></p>`,
      );
    },
  );

  it('keeps the fragments for dark and light images', () => {
    expect(render('![a](a.png#gh-dark-mode-only)')).toContain(`src="${ASSET}#gh-dark-mode-only"`);
    expect(render('![a](a.png#x)')).toContain(`src="${ASSET}"`);
  });

  it('renders the same document twice to the same HTML', () => {
    const document = new MarkdownDocument('# a\n![[head]](a.png)');
    expect(document.render(shown('a.png'))).toBe(document.render(shown('a.png')));
  });

  it.each(['>'.repeat(20_000), '<div>'.repeat(5_000), '<b>'.repeat(5_000)])(
    'refuses a document that is nested too deeply',
    (markdown) => {
      expect(() => new MarkdownDocument(markdown).images).toThrow(DocumentTooDeep);
    },
  );
});
