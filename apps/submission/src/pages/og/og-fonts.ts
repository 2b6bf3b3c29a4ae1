import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decompress } from 'wawoff2';
import { lettersOf } from './font-letters';

const FAMILIES = [
  { name: '@fontsource-variable/archivo', file: /^archivo-.*-wdth-normal\.woff2$/ },
  { name: '@fontsource-variable/noto-sans-sc', file: /-wght-normal\.woff2$/ },
].map(({ name, file }) => ({ packageFile: require.resolve(`${name}/package.json`), file }));

/** Whether our fonts have a letter for a code point. */
export type IsCovered = (codePoint: number) => boolean;

/**
 * Unpacks the fonts of our packages below `root`, once for each version, and lets this process know no other fonts.
 * Call it before the first text is drawn.
 */
export async function useOwnFonts(root: string): Promise<IsCovered> {
  const folder = path.join(root, `fonts-${await versionOfFonts()}`);
  const config = path.join(folder, 'fonts.conf');
  if (!existsSync(config)) await unpack(root, folder);
  // Read by Fontconfig, inside of sharp.
  process.env.FONTCONFIG_FILE = config;
  const covered = new Set<number>();
  for (const file of (await readdir(folder)).filter((each) => each.endsWith('.ttf')))
    for (const letter of lettersOf(await readFile(path.join(folder, file)))) covered.add(letter);
  return (codePoint) => covered.has(codePoint);
}

async function versionOfFonts(): Promise<string> {
  const hash = createHash('sha256');
  for (const { packageFile } of FAMILIES) hash.update(await readFile(packageFile));
  return hash.digest('hex').slice(0, 16);
}

/** Complete or absent: the folder gets its name when everything is in it. */
async function unpack(root: string, folder: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const staging = await mkdtemp(path.join(root, 'unpacking-'));
  try {
    for (const { packageFile, file } of FAMILIES) {
      const files = path.join(path.dirname(packageFile), 'files');
      for (const packed of (await readdir(files)).filter((each) => file.test(each))) {
        const font = await decompress(await readFile(path.join(files, packed)));
        await writeFile(path.join(staging, `${path.parse(packed).name}.ttf`), font);
      }
    }
    await writeFile(path.join(staging, 'fonts.conf'), configOf(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(path.join(folder, 'fonts.conf'))) throw error;
  }
}

function configOf(folder: string): string {
  const [fonts, cache] = [folder, path.join(folder, 'cache')].map(escapeXml);
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`;
}

export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
