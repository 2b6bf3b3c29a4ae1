import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * `node tools/run.cjs tools/draw-console-pictures.ts [folder]`: makes the pictures of `docs/operating/staff.md` from the
 * screenshots that the suites of the console leave in `dist/screenshots`.
 */

const WORKSPACE = path.join(__dirname, '..');
const IMAGES = path.join(WORKSPACE, 'docs', 'images');
const SEEN = /^(console-.+)-light-en-1440\.png$/;
const WIDTH = 720;
const MOST_HEIGHT = 520;

async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? path.join(WORKSPACE, 'dist', 'screenshots'));
  await mkdir(IMAGES, { recursive: true });
  const guide = await readFile(path.join(WORKSPACE, 'docs', 'operating', 'staff.md'), 'utf8');
  for (const file of await readdir(folder)) {
    const [, page] = SEEN.exec(file) ?? [];
    if (page === undefined || !guide.includes(`images/${page}.webp`)) continue;
    const { data, info } = await sharp(path.join(folder, file))
      .resize({ width: WIDTH })
      .toBuffer({ resolveWithObject: true });
    await sharp(data)
      .extract({ left: 0, top: 0, width: info.width, height: Math.min(info.height, MOST_HEIGHT) })
      .webp({ quality: 60 })
      .toFile(path.join(IMAGES, `${page}.webp`));
  }
}

void main();
