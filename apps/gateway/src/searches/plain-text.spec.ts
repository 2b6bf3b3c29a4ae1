import fc from 'fast-check';
import { toPlainText } from './plain-text';

describe('the words of a result', () => {
  it.each<[string, string | null]>([
    ['A <b>bold</b> cl<em>ai</em>m', 'A bold claim'],
    ['one<br>two<p>three</p>four', 'one two three four'],
    ['Tom &amp; Jerry &#x4E2D;&#22269; &nbsp; &hellip;', 'Tom & Jerry 中国 …'],
    ['a<script>alert(1)</script>b<style>p{}</style>c', 'abc'],
    ['&lt;script&gt;alert(1)&lt;/script&gt; safe', 'safe'],
    ['&lt;b&gt;bold&lt;/b&gt;', 'bold'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['<img src=x onerror=alert(1)>', null],
    ['<<b>script>alert(1)</b>', null],
    ['&lt;&lt;b> a', '< a'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['a\u0000b\u0007c\nd', 'a b c d'],
    ['', null],
    [' <p> </p> ', null],
    ['<!-- hidden --> shown', 'shown'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
  ])('of %j are %j', (html, expected) => {
    expect(toPlainText(html, 100)).toBe(expected);
  });

  it('are cut between characters', () => {
    expect(toPlainText('😀'.repeat(10), 5)).toBe('😀😀😀😀…');
    expect(toPlainText('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
  });

  it('contain no tag, whatever the input', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '</',
        'script',
        'b',
        '&lt;',
        '&gt;',
        '&amp;',
        'lt;',
        '&#60;',
        '"',
        '=',
        ' ',
        '!--',
        '-->',
        '<![CDATA[',
        '?',
        'x',
        '<title>',
        '\u0000',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((list) => list.join('')),
        ),
        (html) => {
          const text = toPlainText(html, 200) ?? '';
          expect(text).not.toMatch(/<[a-z/!?]/i);
          expect(Array.from(text).length).toBeLessThanOrEqual(200);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
