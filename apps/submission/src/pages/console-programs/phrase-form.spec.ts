import { phrasesError, phrasesIn, startOf, textOfPhrases } from './phrase-form';

describe('the prepared phrases of a program', () => {
  it('are read from one text, with an empty line between them', () => {
    const phrases = ['Show the wiring.\nA photo is enough.', '请写出测量结果。'];
    expect(phrasesIn(textOfPhrases(phrases))).toEqual(phrases);
    expect(phrasesIn('\r\n a \r\n \t\r\n\r\n\r\nb\r\nc')).toEqual(['a', 'b\nc']);
    expect(phrasesIn(' \n\n ')).toEqual([]);
  });

  it('are refused with the number of the first that is wrong', () => {
    expect(phrasesError(['a', 'é'.repeat(1_000)])).toBeNull();
    expect(phrasesError(['a', 'é'.repeat(1_001)])).toEqual({ kind: 'long', phrase: 2 });
    expect(phrasesError(['a\u0000'])).toEqual({ kind: 'invalid', phrase: 1 });
    expect(phrasesError(Array.from({ length: 31 }, () => 'a'))).toEqual({ kind: 'many', phrase: 30 });
  });

  it('are chosen by their start', () => {
    expect(startOf('Show the\nwiring.')).toBe('Show the wiring.');
    expect([...startOf('字'.repeat(90))]).toHaveLength(70);
  });
});
