import { type ReadingGaps, readingNote } from './review-note';

const NONE: ReadingGaps = { readme: null, cutLogs: [], digested: [], left: 0, images: { seen: 2, of: 2 } };

describe('the note on what a review did not read', () => {
  it('is empty if everything was read', () => expect(readingNote(NONE)).toBe(''));

  it.each<[Partial<ReadingGaps>, string]>([
    [{ readme: { read: 10, of: 20 } }, 'Of the README the first 10 of 20 characters were read.'],
    [{ cutLogs: [4] }, 'Only the beginning was read of log 4.'],
    [{ digested: [3, 1, 2] }, 'Older logs were read in a condensed form: log 1, log 2, log 3.'],
    [{ digested: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 'log 8 and 2 more.'],
    [{ left: 1 }, 'The oldest log was not read.'],
    [{ left: 5 }, 'The 5 oldest logs were not read.'],
    [{ images: { seen: 0, of: 2 } }, 'Images were not looked at.'],
    [{ images: { seen: 1, of: 2 } }, '1 of 2 images were looked at.'],
  ])('for %j is %j', (gaps, sentence) => expect(readingNote({ ...NONE, ...gaps })).toContain(sentence));
});
