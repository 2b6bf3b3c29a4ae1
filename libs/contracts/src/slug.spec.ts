import { colorOf, COLORS, isColor } from './project-properties';
import { isSlug, slugProblem } from './slug';

describe('slugProblem', () => {
  it.each(['abc', 'a-1', '---', 'x'.repeat(32), '123'])('accepts %s', (slug) => expect(slugProblem(slug)).toBeNull());

  it.each(['ab', 'x'.repeat(33), 'Abc', 'a_b', 'a b', 'äbc', 'abc\n', '', 7, null, 'sync', 'assets'])(
    'refuses %j',
    (slug) => expect(slugProblem(slug)).not.toBeNull(),
  );

  it('matches exactly the slugs that may exist', () => {
    expect(isSlug('sync')).toBe(true);
    expect(isSlug('abc\0')).toBe(false);
  });
});

describe('colorOf', () => {
  it('gives the same slug the same color, and different slugs different ones', () => {
    expect(colorOf('smart-lamp')).toBe(colorOf('smart-lamp'));
    const given = new Set(Array.from({ length: 500 }, (_, index) => colorOf(`project-${index}`)));
    expect(given.size).toBe(COLORS.length);
    expect([...given].every(isColor)).toBe(true);
  });
});
