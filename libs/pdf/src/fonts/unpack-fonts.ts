import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decompress } from 'wawoff2';
import { lettersOf } from './font-letters';

/** The fonts that we draw with. `text` has Chinese too, in about a hundred files. */
const FAMILIES = {
  names: { name: '@fontsource-variable/archivo', file: /^archivo-.*-wdth-normal\.woff2$/ },
  text: { name: '@fontsource-variable/noto-sans-sc', file: /-wght-normal\.woff2$/ },
  code: { name: '@fontsource-variable/noto-sans-mono', file: /-latin(?:-ext)?-wght-normal\.woff2$/ },
} as const;

export type FontFamily = keyof typeof FAMILIES;

export const FONT_FAMILIES: readonly FontFamily[] = ['names', 'text', 'code'];

/** Whether our fonts have a letter for a code point. */
export type IsCovered = (codePoint: number) => boolean;

export interface OwnFonts {
  folder: string;
  /** For each family, the file that has the letter of a code point. */
  files: Readonly<Record<FontFamily, ReadonlyMap<number, string>>>;
}

/** Unpacks the fonts of our packages below `root`, once for each version: sharp and PDF need TrueType. */
export async function unpackFonts(root: string): Promise<OwnFonts> {
  const folder = path.join(root, `fonts-${await versionOfFonts()}`);
  if (!existsSync(folder)) await unpack(root, folder);
  const read = async (family: FontFamily) => {
    const letters = new Map<number, string>();
    const files = (await readdir(path.join(folder, family))).sort().map((name) => path.join(folder, family, name));
    for (const file of files)
      for (const letter of lettersOf(await readFile(file))) if (!letters.has(letter)) letters.set(letter, file);
    return letters;
  };
  return { folder, files: { names: await read('names'), text: await read('text'), code: await read('code') } };
}

/** By the fonts of names and texts, which every text is drawn in. */
export const isCoveredBy =
  ({ files }: OwnFonts): IsCovered =>
  (codePoint) =>
    files.names.has(codePoint) || files.text.has(codePoint);

const packageFileOf = (family: FontFamily) => require.resolve(`${FAMILIES[family].name}/package.json`);

async function versionOfFonts(): Promise<string> {
  const hash = createHash('sha256').update('by family');
  for (const family of FONT_FAMILIES) hash.update(await readFile(packageFileOf(family)));
  return hash.digest('hex').slice(0, 16);
}

/** Complete or absent: the folder gets its name when everything is in it. */
async function unpack(root: string, folder: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const staging = await mkdtemp(path.join(root, 'unpacking-'));
  try {
    for (const family of FONT_FAMILIES) {
      await mkdir(path.join(staging, family));
      const files = path.join(path.dirname(packageFileOf(family)), 'files');
      for (const packed of (await readdir(files)).filter((each) => FAMILIES[family].file.test(each))) {
        const font = await decompress(await readFile(path.join(files, packed)));
        await writeFile(path.join(staging, family, `${path.parse(packed).name}.ttf`), font);
      }
    }
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
