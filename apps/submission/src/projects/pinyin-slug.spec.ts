import fc from 'fast-check';
import { slugOfName } from './pinyin-slug';

describe('the slug of a name', () => {
  it.each([
    { name: '清湖号', slug: 'qing-hu-hao' },
    { name: '重庆的小绿车', slug: 'chong-qing-de-xiao-lv-che' },
    { name: '清湖号 2', slug: 'qing-hu-hao-2' },
    { name: '長江大橋', slug: 'chang-jiang-da-qiao' },
    { name: '雨量计 Rain gauge', slug: 'rain-gauge' },
    { name: 'River node', slug: 'river-node' },
    { name: '강', slug: '' },
  ])('of "$name" is "$slug"', async ({ name, slug }) => {
    expect(await slugOfName(name)).toBe(slug);
  });

  it('is empty or a slug that may exist', async () => {
    const han = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code));
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.oneof(han, fc.string({ unit: 'binary', maxLength: 1 })) }),
        async (name) => {
          expect(await slugOfName(name)).toMatch(/^(?:|[a-z0-9][a-z0-9-]{1,30}[a-z0-9])$/);
        },
      ),
    );
  });
});
