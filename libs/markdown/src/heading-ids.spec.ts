import { HeadingIds } from './heading-ids';

describe('HeadingIds', () => {
  it.each([
    ['Getting Started', 'getting-started'],
    ['What? Why!', 'what-why'],
    ['你好 世界', '你好-世界'],
    ['🚀 Launch', '-launch'],
    ['① 准备', '-准备'],
    ['Über Straße', 'über-straße'],
    ['Use `npm ci`', 'use-npm-ci'],
    ['snake_case & kebab-case', 'snake_case--kebab-case'],
  ])('turns %s into %s', (heading, id) => expect(new HeadingIds().next(heading)).toBe(`user-content-${id}`));

  it('avoids existing ids and never repeats one', () => {
    const ids = new HeadingIds();
    const given = ['Usage', 'Usage', 'Usage 1', 'Usage'].map((heading) =>
      ids.next(heading).slice('user-content-'.length),
    );
    expect(given).toEqual(['usage', 'usage-1', 'usage-1-1', 'usage-2']);
  });
});
