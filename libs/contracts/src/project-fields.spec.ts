import fc from 'fast-check';
import { PROJECT_FIELDS, readProjectFields, readSearch, readTag } from './project-fields';

const {
  name: { read: readName },
  tagline: { read: readTagline },
  tags: { read: readTags },
  demo_urls: { read: readDemoUrls },
} = PROJECT_FIELDS;

describe('the fields of a project', () => {
  it('have the limits that clients know', () => {
    expect([PROJECT_FIELDS.name.line, PROJECT_FIELDS.tagline.line]).toEqual([
      { min: 1, max: 80 },
      { min: 0, max: 200 },
    ]);
  });

  it('count code points after normalization', () => {
    expect(readName('🚀'.repeat(80))).toEqual({ value: '🚀'.repeat(80) });
    expect(readName('🚀'.repeat(81))).toHaveProperty('problem');
    expect(readName('e\u0301')).toEqual({ value: 'é' });
    expect(readTagline('')).toEqual({ value: '' });
  });

  it('accept text that is long only because it is decomposed or padded', () => {
    expect(readName('\u03b1\u0313\u0301\u0345'.repeat(80))).toEqual({ value: '\u1f84'.repeat(80) });
    expect(readTags([`${' '.repeat(1_000)}IoT`])).toEqual({ value: ['iot'] });
    expect(readSearch(`${' '.repeat(1_000)}a`)).toEqual({ value: 'a' });
  });

  it.each<[string, (value: string) => object]>([
    ['name', readName],
    ['tagline', readTagline],
    ['tag', readTag],
    ['list of tags', (value) => readTags([value])],
    ['search', readSearch],
  ])('refuse a %s of a million marks without normalizing it', (_, read) =>
    expect(read(`a${'\u0301'.repeat(500_000)}${'\u0323'.repeat(500_000)}`)).toHaveProperty('problem'),
  );

  it.each([
    [100, 11],
    [1_000_000, 0],
  ])('refuse %d tags after reading %d', (count, expected) => {
    const looks = new Set<PropertyKey>();
    const tags = new Proxy(
      Array.from({ length: count }, (_, index) => `t${index}`),
      {
        get: (target, key, receiver): unknown => (
          /^\d+$/.test(String(key)) && looks.add(key),
          Reflect.get(target, key, receiver)
        ),
      },
    );
    expect(readTags(tags)).toEqual({ problem: 'must have at most 10 items' });
    expect(looks.size).toBe(expected);
  });

  it.each(['', '   ', 'a\nb', 'a\0', '\ud800', 7])('refuse the name %j', (name) =>
    expect(readName(name)).toHaveProperty('problem'),
  );

  it('trim and lower-case tags, and remove duplicates', () => {
    expect(readTags([' IoT ', 'iot', 'LED'])).toEqual({ value: ['iot', 'led'] });
    expect(readTags(Array.from({ length: 11 }, (_, index) => `t${index}`))).toHaveProperty('problem');
    expect(readTags('a, b')).toHaveProperty('problem');
    expect(readTags([' '])).toHaveProperty('problem');
  });

  it.each([
    'ftp://a.example',
    'javascript:alert(1)',
    '//a.example',
    'https://',
    'https://a b',
    `https://a.example/${'x'.repeat(2000)}`,
  ])('refuse the demo URL %s', (url) => expect(readDemoUrls([url])).toHaveProperty('problem'));

  it('keep the fields that are present and name each invalid one', () => {
    expect(readProjectFields({ tagline: 'Hi', other: 1 })).toEqual({ fields: { tagline: 'Hi' }, problems: [] });
    const { fields, problems } = readProjectFields({ demo_urls: ['x'], color: 'mauve', name: 'Lamp' });
    expect(fields).toEqual({ name: 'Lamp' });
    expect(problems.map(({ key }) => key)).toEqual(['color', 'demo_urls']);
  });

  it('keep a normalized value unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 }), (tags) => {
        const first = readTags(tags);
        if ('value' in first) expect(readTags(first.value)).toEqual(first);
      }),
    );
  });
});
