import { scaledPixels } from './scaled-pixels';

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const UNSEEN = [0, 255, 0, 0];

describe('scaled pixels', () => {
  const pixels = (width: number, ...colors: number[][]) => ({
    data: Uint8ClampedArray.from(colors.flat()),
    width,
    height: colors.length / width,
  });

  it('are the mean of what they cover', () => {
    const scaled = scaledPixels(pixels(4, RED, RED, BLUE, BLUE, RED, RED, BLUE, RED), 2);
    expect({ ...scaled, data: [...scaled.data] }).toEqual({
      width: 2,
      height: 1,
      data: [...RED, 64, 0, 191, 255],
    });
  });

  it('take no color from what nobody sees', () => {
    expect([...scaledPixels(pixels(2, RED, UNSEEN), 1).data]).toEqual([255, 0, 0, 128]);
    expect([...scaledPixels(pixels(2, UNSEEN, UNSEEN), 1).data]).toEqual([0, 0, 0, 0]);
  });

  it.each([
    { width: 3, height: 1, longest: 2, size: [2, 1] },
    { width: 1, height: 9, longest: 2, size: [1, 2] },
    { width: 2, height: 2, longest: 9, size: [2, 2] },
  ])('of $width × $height are $size', ({ width, height, longest, size }) => {
    const image = pixels(width, ...Array.from({ length: width * height }, () => RED));
    const scaled = scaledPixels(image, longest);
    expect([scaled.width, scaled.height]).toEqual(size);
    expect(new Set(scaled.data)).toEqual(new Set(RED));
  });
});
