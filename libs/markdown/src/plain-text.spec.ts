import { parseHtml } from './html-tree';
import { MarkdownDocument } from './markdown-document';
import { PlainText } from './plain-text';

const textOf = (markdown: string) => new MarkdownDocument(markdown).renderWithText(() => null).text;

describe('the plain text of a document', () => {
  it('keeps the words and drops the markup', () => {
    expect(textOf('# Day one\n\nIt **rains**, see [the log](https://example.org) &amp; `code`.')).toBe(
      'Day one\nIt rains, see the log & code.',
    );
  });

  it('puts each item and each table row on its own line', () => {
    expect(textOf('- one\n- two\n\nline  \nend')).toBe('one\ntwo\nline\nend');
  });

  it('keeps the lines of code', () => {
    expect(textOf('```\na = 1\n  b = 2\n```')).toBe('a = 1\n  b = 2');
  });

  it('drops trailing spaces in linear time', () => {
    expect(new PlainText().add(parseHtml(`<pre>a${' '.repeat(1_000_000)}b \nc\t\u00a0</pre>`)).finish()).toBe(
      `a${' '.repeat(1_000_000)}b\nc`,
    );
  });

  it('drops the content of scripts', () => {
    expect(textOf('a <script>alert(1)</script> b')).toBe('a b');
  });

  it('shows the alternative text of an image', () => {
    expect(textOf('![The pole](https://example.org/a.png)')).toBe('The pole');
  });
});
