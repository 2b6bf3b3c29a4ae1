import fc from 'fast-check';
import { clipped, drawable, widthInLetters } from './drawable-text';

const latin = (codePoint: number) => codePoint < 0x250 || (codePoint >= 0x300 && codePoint < 0x370);

describe('a text that is drawn', () => {
  it.each([
    { text: ' Weather \n\t station ', drawn: 'Weather station' },
    { text: 'e\u0301', drawn: 'é' },
    { text: 'x\u0300\u0301\u0302\u0303y', drawn: 'x\u0300\u0301y' },
    { text: 'a\u202Eb\u200Bc\u0000d\u2028e', drawn: 'abcd e' },
    { text: 'Loom 🧶 2', drawn: 'Loom 2' },
    { text: '🧶', drawn: 'instead' },
    { text: '', drawn: 'instead' },
    { text: 'Проєкт', drawn: 'instead' },
    { text: 'Loom 织', drawn: 'instead' },
  ])('is $drawn for $text', ({ text, drawn }) => {
    expect(drawable(text, latin, 'instead')).toBe(drawn);
  });

  it('has only letters of our fonts, no two spaces and no three marks in a row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const drawn = drawable(text, latin, '');
        expect(Array.from(drawn).every((letter) => latin(letter.codePointAt(0) ?? 0))).toBe(true);
        expect(drawn).not.toMatch(/\s\s|^\s|\s$|\p{M}{3}|[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('is cut to a width in letters, where a Han character counts two', () => {
    expect(clipped('Weather station', 15)).toBe('Weather station');
    expect(clipped('Weather station', 9)).toBe('Weather…');
    expect(clipped('会织布的机器人', 8)).toBe('会织布…');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, letters) => {
        expect(widthInLetters(clipped(text, letters))).toBeLessThanOrEqual(letters);
      }),
    );
  });
});
