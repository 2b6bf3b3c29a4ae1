import fc from 'fast-check';
import { sampleFromPattern } from './sample-from-pattern';

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

describe('a text that a pattern matches', () => {
  it.each([
    ['^#[0-9a-f]{6}$', '#000000'],
    ['^@[a-zA-Z0-9_]+$', '@a'],
    ['^(?:\\+\\d{1,3} )?\\d{4}-\\w*$', '0000-'],
    ['^(cat|dog)s?\\.$', 'cat.'],
    ['^a.c$', 'aac'],
    ['^[\\w.-]{2,}\\/$', 'aa/'],
    ['', ''],
  ])('%s: %j', (pattern, text) => {
    expect(sampleFromPattern(pattern, 0)).toBe(text);
    expect(text).toMatch(new RegExp(pattern, 'u'));
  });

  it.each([
    ['^[a-z]+$', 4, 'aaaa'],
    ['^(ab)*$', 5, 'ababab'],
    ['^x{2,3}y{1,9}$', 8, 'xxxyyyyy'],
    ['^abc$', 8, 'abc'],
  ])('%s is of at least %i characters where it can be', (pattern, shortest, text) => {
    expect(sampleFromPattern(pattern, shortest)).toBe(text);
  });

  it.each(['(?=a)b', '(?<n>a)', '\\1', '\\p{L}', '[^a]', '(', '[', '[]', '\\', '*', 'a{3000}', '((a{50}){50}){50}', '('.repeat(60) + ')'.repeat(60), '😀'])('is not made of %s', (pattern) => {
    expect(sampleFromPattern(pattern, 0)).toBeUndefined();
  });

  it('is bounded, and matches whatever it was made of', () => {
    const piece = fc.constantFrom('a', 'b', '\\d', '[x-z]', '.', '(', ')', '(?:', '|', '*', '+', '?', '{2}', '{1,3}', '\\.', '-', ']', '[');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(20), (pieces, shortest) => {
        const text = sampleFromPattern(pieces.join(''), shortest);
        if (text === undefined) return;
        expect(text.length).toBeLessThan(4_000);
        if (isPattern(pieces.join(''))) expect(text).toMatch(new RegExp(`^(?:${pieces.join('')})$`, 'u'));
      }),
      { numRuns: 500 },
    );
  });
});
