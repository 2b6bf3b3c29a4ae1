import { deadLinks, renderPage } from './render-page';

const TEXT = `# Keys & money

A <b>key</b> in \`<code>\`, and [a page](operating/install.md#the-first-start).

## 安装 and use

Text to *find*.`;

describe('a page of the site of docs/', () => {
  it('has anchors as GitHub names them, links to pages of HTML, and no HTML of its text', () => {
    const { title, html, anchors, sections } = renderPage(TEXT);
    expect(title).toBe('Keys & money');
    expect([...anchors]).toEqual(['keys--money', '安装-and-use']);
    expect(html).toContain('<a href="operating/install.html#the-first-start">a page</a>');
    expect(html).toContain('A &lt;b&gt;key&lt;/b&gt; in <code>&lt;code&gt;</code>');
    expect(sections.at(-1)).toEqual({ heading: '安装 and use', anchor: '安装-and-use', text: 'Text to find .' });
  });

  it('leads to pages, headings and files that exist', () => {
    const page = renderPage(
      '[a](b.md) [b](b.md#here) [c](b.md#gone) [d](../x.yaml) [e](no.md) [f](#gone) [g](https://a.example)',
    );
    const pages = new Map([
      ['docs/a.md', page],
      ['docs/b.md', renderPage('# Here')],
    ]);
    expect(deadLinks('docs/a.md', pages, new Set(['x.yaml']))).toEqual(['b.md#gone', 'no.md', '#gone']);
  });
});
