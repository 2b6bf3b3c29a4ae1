import { locateImages, replaceRanges } from './image-places';

const replaced = (markdown: string) =>
  replaceRanges(
    markdown,
    locateImages(markdown).places.map(({ start, end }) => ({ start, end, text: '@' })),
  );

describe('locateImages', () => {
  it.each([
    { from: '![a](a.png)', to: '![a](@)' },
    { from: '![a]( a.png "a.png" )', to: '![a]( @ "a.png" )' },
    { from: '![a](<my a.png>)', to: '![a](<@>)' },
    { from: '![a](my%20a.png)', to: '![a](@)' },
    { from: '![a](a\\_b.png) ![b](a&amp;b.png)', to: '![a](@) ![b](@)' },
    { from: '![a.png](a.png) [a.png](a.png) a.png', to: '![a.png](@) [a.png](a.png) a.png' },
    { from: '![x][a.png]\n\n[a.png]: a.png "a.png"', to: '![x][a.png]\n\n[a.png]: @ "a.png"' },
    { from: '> - ![a](a.png)\n>   ![b](b.png)', to: '> - ![a](@)\n>   ![b](@)' },
    { from: '`![a](a.png)` ![a](a.png)', to: '`![a](a.png)` ![a](@)' },
    { from: '```\n![a](a.png)\n```\n\n![a](a.png)', to: '```\n![a](a.png)\n```\n\n![a](@)' },
    { from: '<!-- <img src="a.png"> --><img src="a.png">', to: '<!-- <img src="a.png"> --><img src="@">' },
    { from: "<img src=a.png alt='a.png'>", to: "<img src=@ alt='a.png'>" },
    {
      from: '<picture><source srcset="a.png, b.png 2x"><img src="b.png"></picture>',
      to: '<picture><source srcset="@, @ 2x"><img src="@"></picture>',
    },
    { from: '![a](img/a.png) ![b](a.png)', to: '![a](@) ![b](@)' },
    { from: 'x[^1]\n\n[^1]: ![a](a.png)', to: 'x[^1]\n\n[^1]: ![a](@)' },
    { from: '| a |\n|---|\n| ![a](a.png) |', to: '| a |\n|---|\n| ![a](@) |' },
    {
      from: '![a](cloud://0198c0de-0000-7000-8000-000000000000/0198c0de-0000-7000-8000-000000000001.png)',
      to: '![a](@)',
    },
    { from: '![a](https://a.example/a.png) ![a](//a.png)', to: '![a](https://a.example/a.png) ![a](//a.png)' },
  ])('finds the images of $from', ({ from, to }) => {
    expect(locateImages(from).unplaced).toEqual([]);
    expect(replaced(from)).toBe(to);
  });

  it('says which it does not find', () => {
    expect(locateImages('![a](a&eacute;.png)').unplaced).toEqual(['aé.png']);
  });

  it('takes time that grows with the text', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `![a](${at}.png)`).join('\n');
    const { places, unplaced } = locateImages(many);
    expect(places.length + unplaced.length).toBeGreaterThanOrEqual(1_000);
    expect(locateImages('a '.repeat(50_000) + '![](a)').places.length).toBeLessThanOrEqual(1);
  });
});
