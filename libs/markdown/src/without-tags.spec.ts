import { withoutTags } from './without-tags';

describe('a text without its tags', () => {
  it.each([
    ['a <b>c</b> d', 'a c d'],
    ['a <!-- b > c --> d', 'a  d'],
    ['a <!-- b', 'a '],
    ['a < b', 'a < b'],
    ['a <b <c> d', 'a  d'],
    ['a > b', 'a > b'],
    ['<<<a', '<<<a'],
  ])('%j becomes %j', (text, kept) => expect(withoutTags(text)).toBe(kept));

  // Takes minutes if the search for the end restarts at each character.
  it('is extracted in linear time', () => {
    const unclosed = '<'.repeat(1_000_000);
    expect(withoutTags(unclosed)).toBe(unclosed);
  });
});
