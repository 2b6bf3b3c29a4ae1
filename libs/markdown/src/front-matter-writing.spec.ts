import fc from 'fast-check';
import { frontMatterMapping, splitFrontMatter } from './front-matter';
import { writeFrontMatter } from './front-matter-writing';

const readmeOf = (yaml: string) => `---\n${yaml}--- \n# A\n\ntagline: old\n`;

describe('writeFrontMatter', () => {
  it.each([
    ['tagline: old\n', 'tagline: new\n'],
    [
      '# a\nname: x # b\n\ntagline:   "o\\"ld" # c\ncolor: teal\n',
      '# a\nname: x # b\n\ntagline:   new # c\ncolor: teal\n',
    ],
    ["'tagline' : 'it''s'\n", "'tagline' : new\n"],
    ['tagline: |- # a\n  old\n\n  line\n\n# b\nname: x\n', 'tagline: new\n\n# b\nname: x\n'],
    ['tagline: >+\n  old\n\nname: x\n', 'tagline: new\n\nname: x\n'],
    ['tagline: old\n  line\nname: x\n', 'tagline: new\nname: x\n'],
    ['tagline: "old\n  line"\n', 'tagline: new\n'],
    ['tagline:\n  old\n', 'tagline:\n  new\n'],
    ['tagline: # a\nname: x\n', 'tagline: new # a\nname: x\n'],
    ['tagline:\n', 'tagline: new\n'],
    ['more:\n  tagline: inner\ntagline: old\n', 'more:\n  tagline: inner\ntagline: new\n'],
    ['{name: x, # a\n tagline: old, tags: [a]}\n', '{name: x, # a\n tagline: new, tags: [a]}\n'],
    ['name: x\n', 'name: x\n'],
    ['a: &b old\ntagline: *b\n', 'a: &b old\ntagline: *b\n'],
    ['tagline: [\n', 'tagline: [\n'],
  ])('replaces only the value in %j', (before, after) =>
    expect(writeFrontMatter(readmeOf(before), { tagline: 'new' })).toBe(readmeOf(after)),
  );

  it.each([
    ['tags: [a, # a\n  "b]" ] # c\nname: x\n', 'tags: [c, "d: e"] # c\nname: x\n'],
    ['tags: a, b\n', 'tags: [c, "d: e"]\n'],
    ['tags:\n', 'tags: [c, "d: e"]\n'],
    ['tags: # a\n- a\n- "b"\n\n# b\nname: x\n', 'tags: # a\n- c\n- "d: e"\n\n# b\nname: x\n'],
    ['tags:\n    - a # a\n    - b # b\n', 'tags:\n    - c\n    - "d: e" # b\n'],
  ])('writes a list as the one in %j', (before, after) =>
    expect(writeFrontMatter(readmeOf(before), { tags: ['c', 'd: e'] })).toBe(readmeOf(after)),
  );

  it.each([
    ['tags:\n- a\n', 'tags:\n []\n'],
    ['tags: [a]\n', 'tags: []\n'],
  ])('empties the list in %j', (before, after) =>
    expect(writeFrontMatter(readmeOf(before), { tags: [] })).toBe(readmeOf(after)),
  );

  it('leaves a README without front matter alone', () =>
    expect(writeFrontMatter('tagline: old\n', { tagline: 'new' })).toBe('tagline: old\n'));

  it('changes the values of its keys and nothing else', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((each) => each.replace(/\p{C}|[\u2028\u2029]/gu, ''));
    const oldTagline = fc.constantFrom(
      'tagline: a',
      'tagline: >-\n   a\n\n   b',
      "tagline: 'a # b'",
      'tagline:',
      '"tagline": "a\n  b"',
    );
    const oldTags = fc.constantFrom(
      'tags: [a, b]',
      'tags:\n- a # x\n\n- b',
      'tags:\n  - "a"',
      'tags: a, b',
      'tags:',
      'tags: []',
    );
    const between = fc.constantFrom('', '# note: here\n', '\n', 'other: {a: [b]}\n', 'last:\n  - x # y\n');
    fc.assert(
      fc.property(
        oldTagline,
        oldTags,
        between,
        text,
        fc.array(text, { maxLength: 4 }),
        (tagline, tags, rest, line, list) => {
          const before = readmeOf(`${tagline}\n${rest}${tags}\n`);
          const after = writeFrontMatter(before, { tagline: line, tags: list });
          const [old, now] = [splitFrontMatter(before), splitFrontMatter(after)];
          expect(now.body).toBe(old.body);
          expect([...frontMatterMapping(now.yaml ?? '').values]).toEqual(
            [...frontMatterMapping(old.yaml ?? '').values].map(([key, value]) => [
              key,
              key === 'tagline' ? line : key === 'tags' ? list : value,
            ]),
          );
          expect(after).toContain(`\n${rest}`);
        },
      ),
    );
  });
});
