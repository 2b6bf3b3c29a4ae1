import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isJsonObject } from '@shipyard/platform/json-object';
import type { PageScript } from '@shipyard/ui';

/** Where `npx nx build studio` puts its files: beside the bundle of this service. */
const FOLDER = path.resolve(__dirname, '../studio');
const ENTRY = 'src/main.ts';
const PICTURES_ENTRY = 'src/pictures.ts';
const COPY_ENTRY = 'src/copy.ts';

export interface StudioFile {
  plain: Buffer;
  gzipped: Buffer;
}

interface StudioFiles {
  script: PageScript;
  pictureScript: Required<PageScript>;
  copyScript: Required<PageScript>;
  byName: ReadonlyMap<string, StudioFile>;
}

let files: StudioFiles | null = null;

/** Read once, at the first page of the studio. */
function studioFiles(): StudioFiles {
  files ??= readFiles();
  return files;
}

/** The script of every page of the studio. */
export const studioScript = (): PageScript => studioFiles().script;

/** The script that opens pictures on public pages. */
export const pictureScript = (): Required<PageScript> => studioFiles().pictureScript;

/** The script that copies text on public pages. */
export const copyScript = (): Required<PageScript> => studioFiles().copyScript;

export const studioFile = (name: string): StudioFile | null => studioFiles().byName.get(name) ?? null;

function readFiles(): StudioFiles {
  const names = readNames().filter((name) => name.endsWith('.js'));
  const manifest: unknown = JSON.parse(readFileSync(path.join(FOLDER, 'manifest.json'), 'utf8'));
  const byName = new Map(names.map((name) => [name, readOne(path.join(FOLDER, name))]));
  const fileOf = (entryName: string): string => {
    const entry = isJsonObject(manifest) ? manifest[entryName] : null;
    if (isJsonObject(entry) && typeof entry.file === 'string' && byName.has(entry.file)) return entry.file;
    throw new Error(`${FOLDER} has no ${entryName}`);
  };
  const hashed = (entryName: string) => {
    const file = fileOf(entryName);
    return { url: urlOf(file), integrity: hashOf(byName.get(file)?.plain ?? Buffer.of()) };
  };
  return {
    script: { url: urlOf(fileOf(ENTRY)) },
    pictureScript: hashed(PICTURES_ENTRY),
    copyScript: hashed(COPY_ENTRY),
    byName,
  };
}

const urlOf = (name: string) => `/studio-files/${name}`;

const hashOf = (content: Buffer) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

function readOne(file: string): StudioFile {
  const plain = readFileSync(file);
  return { plain, gzipped: gzipSync(plain) };
}

function readNames(): string[] {
  try {
    return readdirSync(FOLDER);
  } catch (cause) {
    throw new Error(`${FOLDER} is missing: build it with npx nx build studio`, { cause });
  }
}
