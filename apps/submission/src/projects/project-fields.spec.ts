import { RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { readDemoUrls, readName, readProjectFields, readSearch, readTag, readTagline, readTags } from './project-fields';

describe('the fields of a project', () => {
  it('counts code points after normalisation', () => {
    expect(readName('🚀'.repeat(80))).toEqual({ value: '🚀'.repeat(80) });
    expect(readName('🚀'.repeat(81))).toHaveProperty('problem');
    expect(readName('e\u0301')).toEqual({ value: 'é' });
    expect(readTagline('')).toEqual({ value: '' });
  });

  it('takes what is long only because it is taken apart, or padded', () => {
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
  ])('refuses a %s of a million marks unread', (_, read) => expect(read(`a${'\u0301'.repeat(500_000)}${'\u0323'.repeat(500_000)}`)).toHaveProperty('problem'));

  it.each([
    [100, 11],
    [1_000_000, 0],
  ])('refuses %d tags after a look at %d', (count, expected) => {
    const looks = new Set<PropertyKey>();
    const tags = new Proxy(Array.from({ length: count }, (_, index) => `t${index}`), {
      get: (target, key, receiver): unknown => (/^\d+$/.test(String(key)) && looks.add(key), Reflect.get(target, key, receiver)),
    });
    expect(readTags(tags)).toEqual({ problem: 'must have at most 10 items' });
    expect(looks.size).toBe(expected);
  });

  it.each(['', '   ', 'a\nb', 'a\0', '\ud800', 7])('refuses the name %j', (name) => expect(readName(name)).toHaveProperty('problem'));

  it('trims tags, lower-cases them and keeps each once', () => {
    expect(readTags([' IoT ', 'iot', 'LED'])).toEqual({ value: ['iot', 'led'] });
    expect(readTags(Array.from({ length: 11 }, (_, index) => `t${index}`))).toHaveProperty('problem');
    expect(readTags('a, b')).toHaveProperty('problem');
    expect(readTags([' '])).toHaveProperty('problem');
  });

  it.each(['ftp://a.example', 'javascript:alert(1)', '//a.example', 'https://', 'https://a b', `https://a.example/${'x'.repeat(2000)}`])(
    'refuses the demo address %s',
    (url) => expect(readDemoUrls([url])).toHaveProperty('problem'),
  );

  it('takes only what is there and names what is wrong', () => {
    expect(readProjectFields({ tagline: 'Hi', other: 1 }, '')).toEqual({ tagline: 'Hi' });
    try {
      readProjectFields({ demo_urls: ['x'] }, 'front_matter.');
      throw new Error('was accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(RequestFault);
      expect(JSON.stringify(error)).toContain('front_matter.demo_urls');
    }
  });

  it('gives back what it took when it is read again', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 }), (tags) => {
        const first = readTags(tags);
        if ('value' in first) expect(readTags(first.value)).toEqual(first);
      }),
    );
  });
});
