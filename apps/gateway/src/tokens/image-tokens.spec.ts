import fc from 'fast-check';
import sharp from 'sharp';
import { countTiles, imageTokens } from './image-tokens';

const GPT_4O_MINI = { base: 2_833, tile: 5_667 };

describe('the tokens of an image', () => {
  it.each([
    // From OpenAI's own examples and price calculator.
    [1_024, 1_024, 4],
    [2_048, 4_096, 6],
    [150, 150, 1],
    [512, 512, 1],
    [513, 512, 2],
    [768, 768, 4],
    [4_096, 8_192, 6],
    [2_048, 768, 8],
    [20_000, 7_500, 8],
    [65_535, 1, 4],
    [1_536, 1_024, 6],
    [1_537, 1_024, 6],
    [3_000, 600, 4],
  ])('of %i × %i pixels are those of %i tiles', (width, height, tiles) => {
    expect([countTiles({ width, height }), countTiles({ width: height, height: width })]).toEqual([tiles, tiles]);
  });

  it('are at most those of 8 tiles, and never decrease with the size', () => {
    const side = fc.integer({ min: 1, max: 65_535 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 2, max: 9 }), (width, height, times) => {
        const tiles = countTiles({ width, height });
        expect(tiles).toBeGreaterThan(0);
        expect(tiles).toBeLessThanOrEqual(8);
        expect(countTiles({ width: width * times, height: height * times })).toBeGreaterThanOrEqual(tiles);
      }),
    );
  });

  it('follow its real size and the requested detail', async () => {
    const bytes = await sharp({ create: { width: 1_024, height: 1_024, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    const url = `data:image/png;base64,${bytes.toString('base64')}`;
    for (const detail of ['high', 'auto', undefined, null, 'original'])
      expect(imageTokens(GPT_4O_MINI, { url, detail })).toBe(25_501);
    expect(imageTokens(GPT_4O_MINI, { url, detail: 'low' })).toBe(2_833);
    expect(imageTokens({ base: 85, tile: 170 }, { url })).toBe(765);
  });

  it('are the maximum of the rule if the size is unknown', () => {
    for (const url of ['https://a.example/b.png', 'data:image/png;base64,AAAA', undefined, 5])
      expect(imageTokens(GPT_4O_MINI, { url })).toBe(48_169);
    expect(imageTokens(GPT_4O_MINI, { url: 'https://a.example/b.png', detail: 'low' })).toBe(2_833);
  });

  it('are a fixed number if the model has one', () => {
    for (const detail of ['low', 'high'])
      expect(imageTokens(1_600, { url: 'https://a.example/b.png', detail })).toBe(1_600);
  });
});
