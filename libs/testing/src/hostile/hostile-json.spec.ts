import { Dice } from './dice';
import { hostileJson } from './hostile-json';

const SAMPLE = { name: 'A', tags: ['a'], config: { sizes: [1], more: [] } };
const bodies = () =>
  Array.from({ length: 5_000 }, (_, seed) => hostileJson(new Dice(seed), SAMPLE).subarray(0, 300).toString('latin1'));

describe('hostileJson', () => {
  it('returns the same for the same seed', () => {
    const first = bodies();
    const other = bodies();
    expect(first.filter((body, at) => body !== other[at])).toEqual([]);
  }, 120_000);
});
