import { blocksOf } from './html-blocks';

describe('the blocks of a README', () => {
  it('are its headings, paragraphs, lists, code, tables and pictures, in order', () => {
    const html = `<h2 id="a">Parts <a href="#a">¶</a></h2><p>Some <strong>bold</strong>
      and <a href="https://example.com">a link</a>.<br>Next</p>
      <ul><li>one<ol start="3"><li><p>deep</p></li></ol></li><li>two <img src="/x.png" alt="Two"></li></ul>
      <pre><code><span>const</span> x;
</code></pre><table><thead><tr><th>Part</th></tr></thead><tbody><tr><td>M3</td></tr></tbody></table>
      <blockquote><p>said</p></blockquote><p><img src="/api/v1/assets/a.png" alt="A"></p>`;
    expect(blocksOf(html)).toEqual([
      { kind: 'heading', level: 2, runs: [{ text: 'Parts ' }, { text: '¶' }] },
      {
        kind: 'paragraph',
        runs: [
          { text: 'Some ' },
          { text: 'bold', face: 'strong' },
          { text: ' and ' },
          { text: 'a link', link: 'https://example.com' },
          { text: '.' },
          { text: '\n' },
          { text: 'Next' },
        ],
      },
      {
        kind: 'list',
        items: [
          { runs: [{ text: 'one' }], marker: '•', depth: 0 },
          { runs: [{ text: 'deep' }], marker: '3.', depth: 1 },
          { runs: [{ text: 'two' }], marker: '•', depth: 0 },
        ],
      },
      { kind: 'picture', source: '/x.png', alt: 'Two' },
      { kind: 'code', text: 'const x;' },
      { kind: 'table', head: [[{ text: 'Part' }]], rows: [[[{ text: 'M3' }]]] },
      { kind: 'quote', runs: [{ text: 'said' }] },
      { kind: 'picture', source: '/api/v1/assets/a.png', alt: 'A' },
    ]);
  });

  it('end where nothing is readable any more', () => {
    const deep = `${'<div>'.repeat(5_000)}lost${'</div>'.repeat(5_000)}<p>kept</p>`;
    expect(blocksOf(deep)).toEqual([{ kind: 'paragraph', runs: [{ text: 'kept' }] }]);
    expect(blocksOf('<script>alert(1)</script><p> </p>')).toEqual([]);
  });
});
