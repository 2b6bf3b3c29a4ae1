import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * `node tools/run.cjs tools/draw-contact-sheet.ts [folder]`: makes `docs/pages.md` from the screenshots that the browser
 * suites leave in `dist/screenshots` if they run with `ALL_LOOKS=1`.
 *
 * 1. Group the files by page. Their names are `<page>-<scheme>-<language>-<width>.png`.
 * 2. Draw four small pictures of each page in a row, `ROWS` rows a sheet.
 * 3. Write the sheets to `docs/images`, and the names of the pages beside each row.
 */

const WORKSPACE = path.join(__dirname, '..');
const IMAGES = path.join(WORKSPACE, 'docs', 'images');
const ROWS = 8;
const ROW_HEIGHT = 230;
const GAP = 12;
const LOOKS = [
  { look: 'light-en-1440', width: 300 },
  { look: 'dark-zh-CN-1440', width: 300 },
  { look: 'light-en-390', width: 110 },
  { look: 'dark-zh-CN-390', width: 110 },
];
const SHEET_WIDTH = LOOKS.reduce((sum, { width }) => sum + width + GAP, GAP);
const BETWEEN = '#9aa09a';

/** The pages that have a picture of each look. Those of the consoles are in `docs/consoles.md`. */
async function pagesIn(folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder));
  const [first] = LOOKS;
  const names = [...files].flatMap((file) =>
    first && file.endsWith(`-${first.look}.png`) ? [file.slice(0, -`-${first.look}.png`.length)] : [],
  );
  const isWhole = (page: string) => LOOKS.every(({ look }) => files.has(`${page}-${look}.png`));
  return names.filter((page) => !page.startsWith('console-') && isWhole(page)).sort();
}

async function drawSheet(folder: string, pages: readonly string[], file: string): Promise<void> {
  const cells = pages.flatMap((page, row) => {
    let left = GAP;
    return LOOKS.map(({ look, width }) => {
      const cell = { page, look, width, left, top: GAP + row * (ROW_HEIGHT + GAP) };
      left += width + GAP;
      return cell;
    });
  });
  const drawn = await Promise.all(
    cells.map(async ({ page, look, width, left, top }) => {
      const picture = sharp(path.join(folder, `${page}-${look}.png`));
      const whole = await picture.metadata();
      // A short page leaves room below it. Filling the row would cut off its sides.
      const height = Math.min(ROW_HEIGHT, Math.round((whole.height * width) / whole.width));
      const input = await picture.resize({ width, height, fit: 'cover', position: 'top' }).toBuffer();
      return { left, top, input };
    }),
  );
  const height = GAP + pages.length * (ROW_HEIGHT + GAP);
  await sharp({ create: { width: SHEET_WIDTH, height, channels: 3, background: BETWEEN } })
    .composite(drawn)
    .webp({ quality: 58, effort: 6 })
    .toFile(path.join(IMAGES, file));
}

async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? path.join(WORKSPACE, 'dist', 'screenshots'));
  const pages = await pagesIn(folder);
  await mkdir(IMAGES, { recursive: true });
  for (const file of await readdir(IMAGES)) if (/^pages-\d+\.webp$/.test(file)) await rm(path.join(IMAGES, file));
  const parts: string[] = [];
  for (let from = 0; from < pages.length; from += ROWS) {
    const shown = pages.slice(from, from + ROWS);
    const file = `pages-${from / ROWS + 1}.webp`;
    await drawSheet(folder, shown, file);
    parts.push(`From top to bottom: ${shown.join(', ')}.\n\n![${shown.join(', ')}](images/${file})`);
  }
  const head = `# What people see

Each row shows one page four times: wide in English and light, wide in Chinese and dark, and both on a phone. The browser suites take these pictures. \`ALL_LOOKS=1 npx nx e2e submission-e2e\` leaves them in \`dist/screenshots\` in full size, and \`node tools/run.cjs tools/draw-contact-sheet.ts\` makes this page of them.`;
  await writeFile(path.join(WORKSPACE, 'docs', 'pages.md'), `${[head, ...parts].join('\n\n')}\n`);
}

void main();
