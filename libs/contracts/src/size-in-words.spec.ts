import { sizeInWords } from './size-in-words';

describe('a size in words', () => {
  it.each([
    { bytes: 0, words: '0 bytes' },
    { bytes: 1023, words: '1023 bytes' },
    { bytes: 64 * 1024, words: '64 KB' },
    { bytes: 5 * 1024 * 1024, words: '5 MB' },
    { bytes: 7_654_321, words: '7.3 MB' },
    { bytes: 3 * 1024 ** 4, words: '3072 GB' },
  ])('of $bytes is $words', ({ bytes, words }) => expect(sizeInWords(bytes)).toBe(words));
});
