import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from '@shipyard/platform/logger';
import sharp from 'sharp';
import { ImageCleaner } from './image-cleaner.service';
import { ImageTooLarge, ImageUnreadable } from './image-faults';

const PATIENCE_MS = 300_000;
jest.setTimeout(PATIENCE_MS);

const logger = { warn: () => undefined } as unknown as Logger;
const still = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } });

const childrenOf = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('clean-images'))
    .map((line) => Number.parseInt(line, 10));

describe('an image cleaner', () => {
  let folder: string;
  let cleaner: ImageCleaner;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'images-'));
  });

  afterEach(async () => {
    await cleaner.onModuleDestroy();
    await rm(folder, { recursive: true });
  });

  const file = async (name: string, bytes: Buffer) => {
    await writeFile(path.join(folder, name), bytes);
    return path.join(folder, name);
  };

  it('makes the variants of an image in a child process and writes them to one file', async () => {
    cleaner = new ImageCleaner(folder, logger);
    const target = path.join(folder, 'variants');
    const { variants } = await cleaner.makeVariants('a', await file('a', await still(8, 6).png().toBuffer()), target);
    expect(variants.map(({ width, height, format }) => [width, height, format])).toEqual([
      [8, 6, 'avif'],
      [8, 6, 'webp'],
    ]);
    expect((await readFile(target)).length).toBe(variants.reduce((bytes, variant) => bytes + variant.bytes, 0));
    expect(childrenOf()).toHaveLength(1);
  });

  it('cleans stills and animations in a child process and writes them to files', async () => {
    cleaner = new ImageCleaner(folder, logger);
    const png = await cleaner.clean('a', await file('a', await still(8, 6).png().toBuffer()));
    expect(png).toMatchObject({
      path: path.join(folder, 'a.clean'),
      extension: 'png',
      width: 8,
      height: 6,
      bytes: (await readFile(png.path)).length,
    });
    const frames = await Promise.all(
      ['#100', '#200', '#300'].map((background) =>
        sharp({ create: { width: 5, height: 4, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await cleaner.clean(
      'a',
      await file(
        'b',
        await sharp(frames, { join: { animated: true } })
          .gif()
          .toBuffer(),
      ),
    );
    expect(moving).toMatchObject({ extension: 'gif', width: 5, height: 4 });
    expect((await sharp(moving.path, { animated: true }).metadata()).pages).toBe(3);
  });

  it('refuses the same images as cleanImage, with the same limits', async () => {
    cleaner = new ImageCleaner(folder, logger);
    await expect(cleaner.clean('a', await file('a', Buffer.from('GIF89a')))).rejects.toThrow(ImageUnreadable);
    const large: unknown = await cleaner
      .clean('a', await file('b', await still(8_000, 5_001).png().toBuffer()))
      .catch((error: unknown) => error);
    expect(large).toBeInstanceOf(ImageTooLarge);
    expect(large).toMatchObject({ limit: 40_000_000, unit: 'pixels', message: 'has more than 40 megapixels' });
  });

  if (process.platform !== 'linux') return;

  it('refuses an image that exceeds the memory limit of a process, and cleans the next one', async () => {
    cleaner = new ImageCleaner(folder, logger, 600);
    const large = await still(8_000, 5_000).webp().toBuffer();
    const [refused, cleaned] = await Promise.allSettled([
      cleaner.clean('a', await file('a', large)),
      cleaner.clean('b', await file('b', await still(8, 6).webp().toBuffer())),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(ImageUnreadable) as unknown });
    expect(cleaned).toMatchObject({ status: 'fulfilled', value: { width: 8 } });
    expect(await cleaner.clean('a', await file('c', await still(9, 6).webp().toBuffer()))).toMatchObject({ width: 9 });
  });

  it('fails only the image whose process was killed', async () => {
    cleaner = new ImageCleaner(folder, logger);
    await cleaner.clean('a', await file('a', await still(8, 6).webp().toBuffer()));
    const [child = 0] = childrenOf();
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const endless = cleaner.clean('a', pipe);
    // Opens only when the child has opened the other end, and the child then waits for bytes.
    const writer = await open(pipe, 'w');
    const other = cleaner.clean('b', await file('c', await still(8, 6).webp().toBuffer()));
    process.kill(child, 'SIGKILL');
    await expect(endless).rejects.toThrow(ImageUnreadable);
    expect(await other).toMatchObject({ width: 8 });
    await writer.close();
  });
});
