import fc from 'fast-check';
import { suggestSlug } from './suggest-slug';

describe('the slug that is suggested for a name', () => {
  it.each([
    { name: 'River node', slug: 'river-node' },
    { name: '  Éclair & café № 5 ', slug: 'eclair-cafe-no-5' },
    { name: '清湖号 · 无人测水船', slug: '' },
    { name: '清湖号 Lake 2', slug: 'lake-2' },
    { name: 'ab', slug: '' },
    { name: 'A keyboard for one hand that is faster', slug: 'a-keyboard-for-one-hand-that-is' },
    { name: 'x'.repeat(80), slug: 'x'.repeat(32) },
  ])('of "$name" is "$slug"', ({ name, slug }) => {
    expect(suggestSlug(name)).toBe(slug);
  });

  it('is empty or a slug that may exist', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(suggestSlug(name)).toMatch(/^(?:|[a-z0-9][a-z0-9-]{1,30}[a-z0-9])$/);
      }),
    );
  });
});
