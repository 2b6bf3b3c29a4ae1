import { renderToStaticMarkup } from 'react-dom/server';
import { WrittenHtml } from './written-html';

const inner = (html: string, scope?: string) =>
  renderToStaticMarkup(<WrittenHtml html={html} scope={scope} />).replace(/^<div class="ui-md">|<\/div>$/g, '');

describe('what a person wrote', () => {
  it('scrolls by keyboard where it scrolls in itself', () => {
    expect(inner('<pre><code>x</code></pre><p>&lt;pre&gt;</p>')).toBe(
      '<pre tabindex="0"><code>x</code></pre><p>&lt;pre&gt;</p>',
    );
    expect(inner('<table align="center"><tbody></tbody></table>')).toBe(
      '<div class="ui-md-scroll" tabindex="0"><table align="center"><tbody></tbody></table></div>',
    );
  });

  describe('with an image that is on another host', () => {
    const own = '<img src="/api/v1/assets/a.png" alt="src=&quot;https:">';
    const host = (name: string) => `<span class="ui-md-words">(${name})</span>`;
    const link = (url: string, text: string) => `<a href="${url}" rel="nofollow ugc noopener noreferrer">${text}</a>`;

    it('links to it with its words and the host', () => {
      const image = '<img alt="a &gt; b" src="https://example.org/a.png?b&amp;c=&quot;d" loading="lazy"/>';
      const linked = link('https://example.org/a.png?b&amp;c=&quot;d', `a &gt; b ${host('example.org')}`);
      expect(inner(own + image + own)).toBe(own + linked + own);
      expect(inner('<img src="http://example.org:8080/a.png" />')).toBe(
        link('http://example.org:8080/a.png', 'example.org:8080'),
      );
    });

    it('names the host that a browser would ask', () => {
      const url = 'https://good.example&amp;x@bad.example/a.png';
      expect(inner(`<img src="${url}" alt="a" />`)).toBe(link(url, `a ${host('bad.example')}`));
      expect(inner('<img src="https://&lt;b&gt;/a.png" alt="a" />')).toBe(
        link('https://&lt;b&gt;/a.png', `a ${host('https://&lt;b>/a.png')}`),
      );
    });

    it.each([
      { of: 'a link', open: '<a href="https://example.net">', close: '</a>' },
      { of: 'what opens details', open: '<details><summary>', close: '</summary></details>' },
    ])('has no link in $of', ({ open, close }) => {
      const image = '<img src="https://example.org/a.png" alt="a" />';
      const text = `a ${host('example.org')}`;
      expect(inner(open + image + close + image)).toBe(open + text + close + link('https://example.org/a.png', text));
    });
  });

  it('has the labels of the renderer in the language of the page, and leaves what people wrote', () => {
    const labels = { Note: '说明', Footnotes: '脚注', 'Back to reference': '回到引用处', 'Completed task': '已完成' };
    const inChinese = (html: string) =>
      renderToStaticMarkup(<WrittenHtml html={html} words={{ picture: '图片', labels }} />);
    const html = (note: string, footnotes: string, back: string, done: string) =>
      `<p class="markdown-alert-title">${note}</p><p>Note</p><h2 id="user-content-footnote-label" class="sr-only">${footnotes}</h2>` +
      `<a href="#user-content-fnref-1" aria-label="${back} 1-2">↩</a><input type="checkbox" aria-label="${done}" />`;
    const written = html('Note', 'Footnotes', 'Back to reference', 'Completed task');
    expect(inChinese(written)).toContain(html('说明', '脚注', '回到引用处', '已完成'));
    for (const own of [
      '<p class="markdown-alert-title">Noted</p>',
      '<p class="markdown-alert-title">Tip</p>',
      '<p>Footnotes</p>',
    ])
      expect(inChinese(own)).toContain(own);
  });

  describe('with pictures that open large', () => {
    const linked = (html: string) =>
      renderToStaticMarkup(<WrittenHtml html={html} words={{ picture: 'A "picture"', labels: {} }} />).replace(
        /^<div class="ui-md">|<\/div>$/g,
        '',
      );
    const picture = '<img src="/api/v1/assets/a.png" alt="src=&quot;b&quot; &lt;a&gt;" width="9">';
    const link = (inside: string, more = '') =>
      `<a class="ui-md-picture" href="/api/v1/assets/a.png" data-large=""${more}>${inside}</a>`;

    it('links each picture to its file', () => {
      expect(linked(`<p>a ${picture} b ${picture}</p>`)).toBe(`<p>a ${link(picture)} b ${link(picture)}</p>`);
    });

    it('gives a link without words a name', () => {
      for (const bare of ['<img src="/api/v1/assets/a.png">', '<img alt=" " src="/api/v1/assets/a.png">'])
        expect(linked(bare)).toBe(link(bare, ' aria-label="A &quot;picture&quot;"'));
    });

    it('links a picture with sources as a whole', () => {
      const whole = `<picture><source media="(prefers-color-scheme: dark)" srcset="/b.png">${picture}</picture>`;
      expect(linked(`${whole}<b>${whole}</b>`)).toBe(`${link(whole)}<b>${link(whole)}</b>`);
    });

    it.each([
      { of: 'in a link', html: `<a href="https://example.org"><b>${picture}</b></a>` },
      { of: 'that opens details', html: `<details><summary>${picture}</summary></details>` },
      { of: 'with a link beside it', html: `<picture><a href="/x">x</a>${picture}</picture>` },
      { of: 'whose words look like one', html: '<p title="&lt;img src=&quot;/a&quot;&gt;">a</p>' },
    ])('leaves a picture $of as it is', ({ html }) => {
      expect(linked(html)).toBe(html);
      expect(linked(html + picture)).toBe(html + link(picture));
    });
  });

  it('keeps the ids of one text apart from those of another', () => {
    const html =
      '<h2 id="user-content-a">a</h2><a href="#user-content-a" aria-describedby="user-content-b user-content-c">b</a>' +
      '<a href="https://example.org/#user-content-a" title="user-content-a">id="user-content-a"</a>';
    expect(inner(html)).toBe(html);
    expect(inner(html, 'log-7')).toBe(
      '<h2 id="user-content-log-7-a">a</h2><a href="#user-content-log-7-a" aria-describedby="user-content-log-7-b user-content-log-7-c">b</a>' +
        '<a href="https://example.org/#user-content-a" title="user-content-a">id="user-content-a"</a>',
    );
  });

  it('is laid out in parts if it is very long', () => {
    const classOf = (html: string) => /class="([^"]*)"/.exec(renderToStaticMarkup(<WrittenHtml html={html} />))?.[1];
    expect(classOf('<p>a</p>')).toBe('ui-md');
    expect(classOf('<p>a</p>'.repeat(30_000))).toBe('ui-md ui-md-long');
  });
});
