import fc from 'fast-check';
import { fileWords, imagePath, isSafePath, logPath, placeReadmeImages, projectFolder } from './zip-paths';

const DEVICES = ['CON', 'prn', 'Aux.txt', 'NUL', 'com1', 'LPT9.md', 'com¹'];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    ...DEVICES,
    '../../etc/passwd',
    '..\\..\\x',
    'C:\\x',
    '/abs',
    'a\u0000b',
    'x'.repeat(200),
    '日'.repeat(200),
    'İ'.repeat(100),
  ),
);

/** What Windows, macOS and Linux all accept, written apart from the code. */
function expectSafe(path: string): void {
  expect(path).not.toMatch(/^\/|\\|^[a-z]:/i);
  for (const segment of path.split('/')) {
    expect(segment).not.toBe('');
    expect(segment).not.toMatch(/^\.{1,2}$|[<>:"|?*\\]|[. ]$|^ /);
    expect([...segment].some((character) => character < ' ' || character === '\u007f')).toBe(false);
    expect(segment).not.toMatch(/^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i);
    expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(255);
    expect(segment.normalize('NFC')).toBe(segment);
  }
}

describe('paths in the ZIP', () => {
  it('are safe on every system, whatever the title of a log', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), anyText, (sequence, title) => {
        const path = logPath(String(sequence), title);
        expectSafe(path);
        expect(path).toMatch(new RegExp(`^logs/0*${sequence}-`));
        expect(path.endsWith('.md')).toBe(true);
      }),
    );
  });

  it('are safe and unique for projects with any slugs', () => {
    const slug = fc.oneof(fc.constantFrom('con', 'nul', 'com1', 'lpt9', 'aux'), fc.stringMatching(/^[a-z0-9-]{3,32}$/));
    fc.assert(
      fc.property(fc.uniqueArray(slug, { maxLength: 20 }), (slugs) => {
        const folders = slugs.map(projectFolder);
        folders.forEach(expectSafe);
        expect(new Set(folders).size).toBe(slugs.length);
      }),
    );
  });

  it('are unique for logs with any titles, also where case does not count', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 30_000 }), { maxLength: 30 }),
        anyText,
        (sequences, title) => {
          const paths = sequences.map((sequence) => logPath(String(sequence), title).toLowerCase());
          expect(new Set(paths).size).toBe(sequences.length);
        },
      ),
    );
  });

  it('read like the title', () => {
    expect([
      logPath('7', 'First light!'),
      logPath('12345', ' Übung — Teil 2 '),
      logPath('1', '测试 🎈'),
      logPath('2', '🎈'),
      fileWords('CON'),
    ]).toEqual([
      'logs/0007-first-light.md',
      'logs/12345-übung-teil-2.md',
      'logs/0001-测试.md',
      'logs/0002-untitled.md',
      'con',
    ]);
  });

  const image = fc.record({
    path: fc.oneof(
      anyText,
      fc.constantFrom(
        'front.png',
        'FRONT.png',
        'shots/a.png',
        'shots',
        'shots/a.png/b.png',
        'README.md',
        'Logs/0001-a.md',
        'images/x.png',
        'images',
        'a b.png',
        'CON.png',
        'aux/x.png',
      ),
    ),
    asset_id: fc.uuid(),
    extension: fc.constantFrom('png', 'jpg', 'gif', 'webp'),
  });

  it('of README images are safe and unique, and never a file and a folder at once', () => {
    fc.assert(
      fc.property(fc.array(image, { maxLength: 12 }), (images) => {
        const places = placeReadmeImages(images);
        expect([...places.keys()].sort()).toEqual([...new Set(images.map((each) => each.asset_id))].sort());
        const paths = [...places.values()].map(({ path }) => path.toLowerCase());
        expect(new Set(paths).size).toBe(paths.length);
        for (const path of paths) {
          expectSafe(path);
          expect(paths.some((other) => other.startsWith(`${path}/`))).toBe(false);
          expect(path).not.toMatch(/^logs(?:\/|$)|^(?:readme\.md|project\.json|review\.json|interview\.md)(?:\/|$)/);
        }
      }),
    );
  });

  it('of README images are where the README names them, if they can be', () => {
    const places = placeReadmeImages([
      { path: 'shots/front.png', asset_id: 'a', extension: 'png' },
      { path: 'SHOTS/FRONT.png', asset_id: 'b', extension: 'png' },
      { path: 'con.png', asset_id: 'c', extension: 'png' },
    ]);
    expect(Object.fromEntries([...places].map(([id, { path }]) => [id, path]))).toEqual({
      a: 'shots/front.png',
      b: imagePath('b', 'png'),
      c: imagePath('c', 'png'),
    });
    expect(isSafePath('a/../b.png')).toBe(false);
  });

  it('of README images are in the folder that most READMEs name, beside the images of logs', () => {
    const ofLog = '0192f0c1-0000-7000-8000-00000000000a';
    const places = placeReadmeImages([
      { path: 'images/front.png', asset_id: 'a', extension: 'png' },
      { path: imagePath(ofLog, 'png').toUpperCase(), asset_id: 'b', extension: 'png' },
      { path: 'images', asset_id: 'c', extension: 'png' },
    ]);
    expect([...places.values()].map(({ path }) => path)).toEqual([
      'images/front.png',
      imagePath('b', 'png'),
      imagePath('c', 'png'),
    ]);
  });
});
