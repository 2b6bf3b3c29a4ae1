import { readNumber, writeNumber } from './statement-number';

describe('the number of a statement', () => {
  it.each([1, 42, 999_999, 1_000_000, 2 ** 31 - 1])('%i is read as it is written', (number) =>
    expect(readNumber(writeNumber(number))).toBe(number),
  );

  it.each(['', '42', 'S-42', 's-000042', 'S-0000042', 'S-9999999999', 'S-000042.csv', 'S-00004２', '\0'])(
    'is not %j',
    (text) => expect(readNumber(text)).toBeNull(),
  );
});
