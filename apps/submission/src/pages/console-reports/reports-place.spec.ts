import { readReportsPlace, reportsAfter } from './reports-place';

const ID = '0195d5a0-0000-7000-8000-000000000000';

it('a place in the reports is read as it was written, and nonsense is the beginning', () => {
  const place = { count: 12, at: new Date('2026-11-28T10:00:00.123Z'), id: ID };
  const { searchParams } = new URL(reportsAfter(place), 'http://localhost');
  expect(readReportsPlace(searchParams.get('after'))).toEqual(place);
  for (const text of [undefined, '', `x 2026-11-28T10:00:00Z ${ID}`, `1234567890 2026-11-28T10:00:00Z ${ID}`, '7'])
    expect(readReportsPlace(text)).toBeNull();
});
