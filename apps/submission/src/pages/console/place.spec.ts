import { placeQuery, readPlace } from './place';

const ID = '0195d5a0-0000-7000-8000-000000000000';

it('a place in a list is read as it was written, and nonsense is the beginning', () => {
  const place = { at: new Date('2026-11-28T10:00:00.123Z'), id: ID };
  expect(readPlace(new URLSearchParams(placeQuery(place)).get('after'))).toEqual(place);
  for (const text of [undefined, '', ID, '2026-11-28T10:00:00Z', `now ${ID}`, '2026-11-28T10:00:00Z 7', [ID]])
    expect(readPlace(text)).toBeNull();
});
