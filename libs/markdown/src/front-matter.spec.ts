import fc from 'fast-check';
import { FrontMatterInvalid, lineOfKey, parseFrontMatter, splitFrontMatter } from './front-matter';

function refusal(yaml: string): FrontMatterInvalid {
  try {
    parseFrontMatter(yaml);
  } catch (error) {
    if (error instanceof FrontMatterInvalid) return error;
    throw error;
  }
  throw new Error(`was accepted: ${yaml}`);
}

describe('splitFrontMatter', () => {
  it.each([
    ['---\na: b\n---\n# x\n', { yaml: 'a: b\n', body: '# x\n' }],
    ['--- \na: b\n---\t\n', { yaml: 'a: b\n', body: '' }],
    ['---\n---\nx', { yaml: '', body: 'x' }],
    ['---\na: b\n---', { yaml: 'a: b\n', body: '' }],
    ['---\na: b\n', { yaml: null, body: '---\na: b\n' }],
    ['---\na: ---\n--- x\n----\n', { yaml: null, body: '---\na: ---\n--- x\n----\n' }],
    ['\n---\na: b\n---\n', { yaml: null, body: '\n---\na: b\n---\n' }],
    ['---js\nprocess.exit(1)\n---\n', { yaml: null, body: '---js\nprocess.exit(1)\n---\n' }],
    ['----\na\n----\n', { yaml: null, body: '----\na\n----\n' }],
  ])('splits %j', (readme, parts) => expect(splitFrontMatter(readme)).toEqual(parts));

  it('keeps every character of a README', () => {
    const line = fc.oneof(
      fc.constant('---'),
      fc.constant('a: b'),
      fc.constant(''),
      fc.string({ maxLength: 10 }).map((text) => text.replace(/[\n\r]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const readme = lines.join('\n');
        const { yaml, body } = splitFrontMatter(readme);
        expect(readme.endsWith(body)).toBe(true);
        if (yaml === null) expect(body).toBe(readme);
        else expect(readme.slice(0, readme.length - body.length)).toMatch(/^---[ \t]*\n/);
      }),
    );
  });
});

describe('parseFrontMatter', () => {
  it('reads every scalar as a string and ignores unknown keys', () => {
    expect(parseFrontMatter('tags: [1.0, yes, null, 2026-01-01]\nname: 007\n__proto__: {x: y}\nversion: 3\n')).toEqual({
      tags: ['1.0', 'yes', 'null', '2026-01-01'],
      name: '007',
    });
  });

  it.each([
    ['tags: a, b ,c', { tags: ['a', 'b', 'c'] }],
    ['tags:', { tags: [] }],
    ['demo_urls:\n  - https://a.example', { demo_urls: ['https://a.example'] }],
    ['tagline: "a: b # c"', { tagline: 'a: b # c' }],
    ['<<: {name: x}', {}],
    ['# only a comment\n', {}],
    ['', {}],
  ])('reads %j', (yaml, expected) => expect(parseFrontMatter(yaml)).toEqual(expected));

  it.each([
    ['tagline: a: b', { line: 2, column: 11 }],
    ['name: x\ntags: &t [a]', { line: 3, column: 8 }],
    ['a: &x 1\nb: *x', { line: 2 }],
    [
      `a: &a [x, x]\n${'bcdefghi'.replace(/./g, (key, at: number) => `${key}: &${key} [*${'abcdefgh'[at]}, *${'abcdefgh'[at]}]\n`)}tags: *i`,
      { line: 2 },
    ],
    ['<<: &m {name: x}', { line: 2 }],
    ['name: !!js/function x', { line: 2 }],
    ['name: !!str x', { line: 2 }],
    ['name: a\nname: b', { line: 3, column: 1 }],
    ['- a', { line: 2 }],
    ['just words', { line: 2 }],
    ['x: {tags: a}\ntags: {a: b}', { line: 3, column: 1 }],
    ['tags: [[a]]', { line: 2 }],
    ['demo_urls: https://a.example', { line: 2 }],
    ['name: [a]', { line: 2 }],
    ['a: 1\n...\nb: 2', {}],
  ])('refuses %j and names the position', (yaml, details) => {
    const error = refusal(yaml);
    expect(error.place ?? {}).toMatchObject(details);
  });

  it('explains common mistakes', () => {
    expect(refusal('tagline: a: b').message).toContain('Quote values that contain ": " or " #"');
  });

  it('refuses more than 16 KiB and deep nesting', () => {
    expect(parseFrontMatter(`x: ${'a'.repeat(16 * 1024 - 3)}`)).toEqual({});
    expect(refusal(`x: ${'a'.repeat(16 * 1024 - 2)}`)).toBeInstanceOf(FrontMatterInvalid);
    expect(refusal(`x: ${'['.repeat(4000)}`)).toBeInstanceOf(FrontMatterInvalid);
  });

  it('returns keys or one error for any text', () => {
    const piece = fc.constantFrom(
      'tags',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      ']',
      '{',
      '}',
      '&a',
      '*a',
      '!!x',
      '|',
      '>',
      '"',
      "'",
      '#',
      '%',
      '@',
      '?',
      'é',
      '\t',
      '...',
      '<<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parseFrontMatter(pieces.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(FrontMatterInvalid);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('lineOfKey', () => {
  it.each([
    { yaml: 'name: x\ntags: [a]', key: 'tags', line: 3 },
    { yaml: '# a comment\n\n"name": x', key: 'name', line: 4 },
    { yaml: 'other: { name: x }\nname: y', key: 'name', line: 3 },
    { yaml: 'tags:\n  - name\nname: y', key: 'name', line: 4 },
    { yaml: 'a: name', key: 'name', line: null },
    { yaml: 'tagline: name\n? [a, b]\n: name\nname: x', key: 'name', line: 5 },
  ])('finds $key in $yaml', ({ yaml, key, line }) => expect(lineOfKey(key, yaml)).toBe(line));
});
