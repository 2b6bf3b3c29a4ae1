import { parseDocument, DomUtils } from 'htmlparser2';
import fc from 'fast-check';
import { plainParagraphs } from './plain-paragraphs';

describe('plainParagraphs', () => {
  it.each([
    ['a', '<p>a</p>'],
    ['a\nb', '<p>a<br />b</p>'],
    ['a\n\nb\n \n\nc\n', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
    ['# a *b* <i>c</i> & "d"', '<p># a *b* &lt;i&gt;c&lt;/i&gt; &amp; &quot;d&quot;</p>'],
    ['\n\n', ''],
  ])('renders %j', (text, html) => expect(plainParagraphs(text)).toBe(html));

  it('never creates markup, and keeps every word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', '\n', ' ', '!--', '/p', ';', '#') }),
        (text) => {
          const dom = parseDocument(plainParagraphs(text));
          expect(DomUtils.findAll(({ name }) => name !== 'p' && name !== 'br', dom.children)).toEqual([]);
          expect(DomUtils.textContent(dom.children).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });
});
