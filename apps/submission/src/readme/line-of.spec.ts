import fc from 'fast-check';
import { lineOf } from './line-of';

describe('lineOf', () => {
  it.each([
    { name: 'the first line', written: 'a.png', markdown: '![a](a.png)\nb', line: 1 },
    { name: 'a later line', written: '../b', markdown: 'a\n\n![b](../b)', line: 3 },
    { name: 'twice on one line', written: 'a', markdown: 'x\na a\n', line: 2 },
    { name: 'twice on two lines', written: 'a', markdown: 'a\nx\na', line: null },
    { name: 'not there, as it was encoded', written: 'a%20b', markdown: '<a b>', line: null },
    { name: 'nothing', written: '', markdown: 'a', line: null },
    { name: 'too long', written: 'a'.repeat(2_001), markdown: 'a'.repeat(3_000), line: null },
  ])('finds a text: $name', ({ written, markdown, line }) => expect(lineOf(written, markdown)).toBe(line));

  it('names a line that has the text, and the only one', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' '), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), line, (lines, written) => {
        const having = lines.flatMap((text, at) => (written !== '' && text.includes(written) ? [at + 1] : []));
        expect(lineOf(written, lines.join('\n'))).toBe(having.length === 1 ? having[0] : null);
      }),
    );
  });
});
