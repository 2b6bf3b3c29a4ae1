import fc from 'fast-check';
import { readProgramName } from './program-name';

const LIMITS = { min: 1, max: 80 };
const read = (name: unknown) => readProgramName(name, LIMITS);

describe('the name of a program', () => {
  it.each(['Assistant', 'Noor’s <b>app</b>', '水滴助手', 'مساعد', 'עוזר', 'Café', 'Tool 🛠'])('may be %s', (name) => {
    expect(read(name)).toEqual({ name: name.normalize('NFC') });
  });

  // Bidi controls, zero-width characters, joiners, fillers, variation selectors, tags, a soft hyphen and a BOM.
  it.each([
    0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200b, 0x200c,
    0x200d, 0x2060, 0x2061, 0x2064, 0xfeff, 0x00ad, 0x034f, 0x115f, 0x3164, 0x180e, 0xfe0f, 0xfff9, 0xe0041, 0xe0100,
  ])('holds no character %p', (code) => {
    expect(read(`Assis${String.fromCodePoint(code)}tant`)).toEqual({
      problem: expect.stringContaining('invisible') as string,
    });
  });

  it('has as many characters as a person sees places for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const result = read(text);
        return 'problem' in result || !/[\p{Cc}\p{Cf}\p{Bidi_C}\p{DI}]/u.test(result.name);
      }),
    );
  });

  it.each([7, '', ' ', 'a\nb', 'a'.repeat(81)])('is refused as every line is: %p', (name) => {
    expect(read(name)).toHaveProperty('problem');
  });
});
