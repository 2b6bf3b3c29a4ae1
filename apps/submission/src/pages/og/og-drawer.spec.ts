import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unpackFonts } from '@shipyard/pdf/fonts';
import sharp from 'sharp';
import type { OgImage } from './draw-og-image';
import { OgDrawer } from './og-drawer.service';

jest.setTimeout(120_000);

const PAINT = '#229dda';
const NAME_ENDS_AT = 771;
const IMAGE: OgImage = {
  slug: 'weather-station',
  name: 'Weather station',
  tagline: 'It measures wind, rain and light.',
  maker: 'Noor Haddad',
  makerHandle: 'noor',
  program: 'Autumn 2026',
  programId: 'autumn',
  count: 23,
  counted: 'logs',
  colors: { wall: '#e8eadf', ink: '#16201b', ink2: '#414d46', lead: '#a8380a', paint: PAINT, onPaint: '#001d2f' },
  picture: null,
};

describe('the drawer of images of projects', () => {
  let dataDir: string;
  let drawer: OgDrawer;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'og-'));
    drawer = new OgDrawer({ DATA_DIR: dataDir });
  });

  afterAll(async () => {
    await drawer.onModuleDestroy();
    await rm(dataDir, { recursive: true });
  });

  const draw = async (changes: Partial<OgImage> = {}) => {
    const png = await drawer.draw('a', { ...IMAGE, ...changes });
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const start = (y * info.width + x) * info.channels;
      return `#${data.subarray(start, start + 3).toString('hex')}`;
    };
    return { png, width: info.width, height: info.height, at };
  };
  const pictureOf = async (background: string) => {
    const file = path.join(dataDir, 'picture');
    const image = sharp({ create: { width: 30, height: 90, channels: 3, background } });
    await writeFile(file, await image.png().toBuffer());
    return file;
  };
  /** How many pixels of a region differ from the ground. */
  const inkIn = (
    { at }: Awaited<ReturnType<typeof draw>>,
    left: number,
    top: number,
    width: number,
    height: number,
  ) => {
    let ink = 0;
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) if (at(x, y) !== IMAGE.colors.wall) ink += 1;
    return ink;
  };

  it('draws 1200 × 630 pixels: the ground, the mark, the name, and the tape in the paint', async () => {
    const drawn = await draw();
    expect([drawn.width, drawn.height]).toEqual([1_200, 630]);
    expect(drawn.at(5, 5)).toBe(IMAGE.colors.wall);
    expect(drawn.at(1_100, 495)).toBe(PAINT);
    expect(inkIn(drawn, 60, 60, 60, 50)).toBeGreaterThan(200);
    expect(inkIn(drawn, 64, 150, 900, 80)).toBeGreaterThan(3_000);
  });

  it('draws one tick a log on the tape, and no more than fit', async () => {
    const ticksOf = async (count: number) => {
      const { at } = await draw({ count });
      const row = Array.from({ length: 1_072 }, (_, x) => at(64 + x, 475) !== PAINT);
      return row.filter((isTick, x) => isTick && !row[x - 1]).length;
    };
    expect([await ticksOf(0), await ticksOf(1), await ticksOf(7), await ticksOf(400)]).toEqual([0, 1, 7, 88]);
  });

  it('draws the picture at the right', async () => {
    const { at } = await draw({ picture: await pictureOf('#ff00ff') });
    expect([at(700, 80), at(1_130, 470), at(1_100, 495)]).toEqual(['#ff00ff', '#ff00ff', PAINT]);
  });

  it('draws Chinese with our own fonts', async () => {
    const [weaving, one] = [
      await draw({ name: '织织织织', tagline: '' }),
      await draw({ name: '一一一一', tagline: '' }),
    ];
    const inkOf = (drawn: typeof weaving) => inkIn(drawn, 64, 140, 600, 100);
    // A character with many strokes has more ink than one with one stroke. Boxes for unknown ones would be alike.
    expect(inkOf(weaving)).toBeGreaterThan(3 * inkOf(one));
    const { files } = await unpackFonts(path.join(dataDir, 'fonts'));
    const letters = new Set([...files.names.keys(), ...files.text.keys()]);
    // The 3,755 most frequent characters of GB 2312.
    const frequent = Buffer.from(
      Array.from({ length: 40 }, (_, row) =>
        Array.from({ length: row === 39 ? 89 : 94 }, (_, cell) => [0xb0 + row, 0xa1 + cell]),
      ).flat(2),
    );
    const han = Array.from(new TextDecoder('gb18030').decode(frequent));
    expect(han).toHaveLength(3_755);
    expect(han.filter((letter) => !letters.has(letter.codePointAt(0) ?? 0))).toEqual([]);
  });

  it('draws the slug if our fonts lack a letter of the name', async () => {
    const [mixed, slug] = [await draw({ name: 'Weather محطة' }), await draw({ name: 'weather-station' })];
    expect(mixed.png.equals(slug.png)).toBe(true);
  });

  it('draws with our own fonts, whatever the machine has', async () => {
    const { at } = await draw({ tagline: '' });
    const columns = Array.from({ length: 1_072 }, (_, x) => 64 + x);
    const inked = columns.filter((x) =>
      Array.from({ length: 80 }, (_, y) => at(x, 150 + y)).some((color) => color !== IMAGE.colors.wall),
    );
    // The width of the name in Archivo, semi-expanded.
    expect(inked.at(-1)).toBeGreaterThan(NAME_ENDS_AT - 4);
    expect(inked.at(-1)).toBeLessThan(NAME_ENDS_AT + 4);
  });

  it.each([
    { what: 'letters without a space', name: 'W'.repeat(80) },
    { what: 'Han characters', name: '织'.repeat(80) },
    { what: 'marks', name: `${'e\u0300\u0301\u0302\u0303'.repeat(16)}` },
    { what: 'markup', name: '<b>&amp;</b> "\'' },
  ])('keeps a name of $what in its place', async ({ name }) => {
    const texts = { name, tagline: name.repeat(2), maker: name, program: name };
    const alone = await draw(texts);
    expect(inkIn(alone, 64, 455, 1_072, 14)).toBe(0);
    expect(inkIn(alone, 1_140, 0, 60, 630)).toBe(0);
    // Beside a picture there is half the room.
    const beside = await draw({ ...texts, picture: await pictureOf('#ff00ff') });
    expect(inkIn(beside, 655, 0, 40, 630)).toBe(0);
    expect(inkIn(beside, 64, 503, 580, 10)).toBe(0);
  });
});
