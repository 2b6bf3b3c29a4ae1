import { formatSrcset, parseSrcset } from './srcset';

describe('srcset', () => {
  it.each([
    ['a.png', ['a.png']],
    ['a.png 1x, b.png 2x', ['a.png 1x', 'b.png 2x']],
    ['a.png,b.png', ['a.png,b.png']],
    ['a.png, b.png 640w', ['a.png', 'b.png 640w']],
    [' ,, a.png  1.5x ,', ['a.png 1.5x']],
    ['a.png nonsense, b.png', ['a.png', 'b.png']],
    ['', []],
  ])('reads %j', (srcset, candidates) => {
    expect(parseSrcset(srcset).map((candidate) => formatSrcset([candidate]))).toEqual(candidates);
  });
});
