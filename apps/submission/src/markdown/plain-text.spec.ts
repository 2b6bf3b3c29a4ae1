import { parseHtml } from './html-tree';
import { MarkdownDocument } from './markdown-document';
import { PlainText } from './plain-text';

const textOf = (markdown: string) => new MarkdownDocument(markdown).renderWithText(() => null).text;

describe('the plain text of a document', () => {
  it('keeps the words and drops the markup', () => {
    expect(textOf('# Day one\n\nIt **rains**, see [the log](https://example.org) &amp; `code`.')).toBe('Day one\nIt rains, see the log & code.');
  });

  it('gives each item and each line a line of its own', () => {
    expect(textOf('- one\n- two\n\nline  \nend')).toBe('one\ntwo\nline\nend');
  });

  it('keeps the lines of code', () => {
    expect(textOf('```\na = 1\n  b = 2\n```')).toBe('a = 1\n  b = 2');
  });

  it('drops the spaces at the ends of lines, however many stand within', () => {
    expect(new PlainText().add(parseHtml(`<pre>a${' '.repeat(1_000_000)}b \nc\t\u00a0</pre>`)).finish()).toBe(`a${' '.repeat(1_000_000)}b\nc`);
  });

  it('lets nothing of a script through', () => {
    expect(textOf('a <script>alert(1)</script> b')).toBe('a b');
  });

  it('puts the words of an image in its place', () => {
    expect(textOf('![The pole](https://example.org/a.png)')).toBe('The pole');
  });
});
