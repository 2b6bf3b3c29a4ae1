import fc from 'fast-check';
import { partName, partPath, referencePath } from './image-path';

describe('the path of an image', () => {
  it.each([
    ['images/a.png', 'images/a.png'],
    ['./images/./a.png', 'images/a.png'],
    ['/images/a.png', 'images/a.png'],
    ['images//a.png', 'images/a.png'],
    ['images/a%20b.png', 'images/a b.png'],
    ['images/a.png?raw=true#gh-dark-mode-only', 'images/a.png'],
    ['图/%E7%94%B5路.png', '图/%E7%94%B5路.png'.replace('%E7%94%B5', '电')],
    ['a%23b%3Fc.png', 'a#b?c.png'],
    ['50%.png', '50%.png'],
    ['caf\u0065\u0301.png', 'café.png'],
    ['__proto__', '__proto__'],
  ])('turns the reference %s into %s', (written, path) => expect(referencePath(written)).toEqual({ path }));

  it.each(['../a.png', 'a/../b.png', '%2e%2e/a.png', 'C:/a.png', 'c%3A\\a.png', 'a\0.png', 'a%00.png', '?x', '.', '/'])(
    'refuses the reference %j',
    (written) => expect(referencePath(written)).toHaveProperty('problem'),
  );

  it.each(['/a.png', '%2Fa.png', '../a.png', 'a/%2E%2E/b', 'D:a.png', '', './'])('refuses the part %j', (name) =>
    expect(partPath(name)).toHaveProperty('problem'),
  );

  it('keeps ? and # in the name of a part', () => {
    expect(partPath('a#b?c.png')).toEqual({ path: 'a#b?c.png' });
  });

  it('reads the name of a part once', () => {
    expect(partPath(partName('a#b%20c.png'))).toEqual({ path: 'a#b%20c.png' });
  });

  it('matches an encoded reference with the part of the plain name', () => {
    const segment = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
        fc.string({ unit: fc.constantFrom('%', '#', '2', '5', ' '), minLength: 1, maxLength: 6 }),
      )
      .filter((text) => !/[/\p{Cc}\p{Cs}]|^\.\.?$/u.test(text.normalize('NFC')));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const name = segments.join('/');
        fc.pre(!/^[a-z]:/i.test(name.normalize('NFC')));
        const reference = `./${segments.map(encodeURIComponent).join('/')}?raw=true`;
        expect(referencePath(reference)).toEqual(partPath(partName(name)));
        if (!name.includes('%')) expect(partName(name)).toBe(name);
      }),
    );
  });
});
