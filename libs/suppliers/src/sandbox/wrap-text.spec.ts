import fc from 'fast-check';
import { columnsOf, wrapText } from './wrap-text';

describe('the text of an image', () => {
  it.each([
    ['a florist at dawn', 10, 6, ['a florist', 'at dawn']],
    ['一间有着精致窗户的花店', 8, 6, ['一间有着', '精致窗户', '的花店']],
    ['abcdefghij', 4, 6, ['abcd', 'efgh', 'ij']],
    ['花 shop 店', 6, 6, ['花', 'shop', '店']],
    ['one two three four', 5, 2, ['one', 'two…']],
    [' \n ', 5, 2, []],
  ])('%j in %i columns and %i lines', (text, columns, lines, expected) => {
    expect(wrapText(text, columns, lines)).toEqual(expected);
  });

  it('fits, and is the text from its beginning', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '花', '店', '🌸', 'é'), maxLength: 200 }),
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        (text, columns, most) => {
          const lines = wrapText(text, columns, most);
          expect(lines.length).toBeLessThanOrEqual(most);
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
          expect(text.replace(/\s/g, '').startsWith(lines.join('').replace(/\s/g, '').replace(/…$/, ''))).toBe(true);
        },
      ),
    );
  });
});
