import { decodePlace, encodePlace } from './queue-places';

describe('a place in the queue', () => {
  const place = {
    state: 'recommended',
    since: '1764460800123456',
    id: '0195d5a0-0000-7000-8000-000000000000',
  } as const;

  it('survives the way through an address', () => {
    expect(decodePlace(encodePlace(place))).toEqual(place);
  });

  it.each(['', 'x', encodePlace({ ...place, since: '1 OR 1' }), encodePlace({ ...place, id: 'x' })])(
    'is none if the address says something else: %s',
    (text) => {
      expect(decodePlace(text)).toBeNull();
    },
  );
});
