import fc from 'fast-check';
import { plainModelText } from './plain-model-text';

describe("a model's text", () => {
  it.each([
    ['A **good** kiln, 3 < 5.', 'A **good** kiln, 3 < 5.'],
    ['A <b>good</b> kiln<script>alert(1)</script>', 'A good kilnalert(1)'],
    ['See [the site](https://evil.example/a(b)c) now', 'See the site now'],
    ['![pixel](https://evil.example/x.png)', 'pixel'],
    ['Go to https://evil.example/?q=1 now', 'Go to ‹link removed› now'],
    ['javascript:alert(1)', '‹link removed›(1)'],
    ['See 1https://evil.example and _ftp://evil.example', 'See ‹link removed› and ‹link removed›'],
    ['[a]: https://evil.example\nText', 'Text'],
    ['<<b>script>x', 'x'],
    ['a <!-- b', 'a'],
    ['one\u202E two\u200B', 'one two'],
  ])('%j becomes %j', (written, shown) => expect(plainModelText(written, 1_000)).toBe(shown));

  it('is bounded', () => expect(plainModelText('🙂'.repeat(20), 10)).toBe('🙂'.repeat(10)));

  it('contains no HTML, image or link', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '>', '<b', '<!--', '-->', '![', '](', ')', '[', ']', 'https://a.b', 'www.a', 'data:x', '\n'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const shown = plainModelText(pieces.join(''), 10_000);
        expect(shown).not.toMatch(/<[a-z/!?]|!\[|\]\(|\w:\/\/\w|\bwww\.\w/i);
      }),
      { numRuns: 500 },
    );
  });
});
