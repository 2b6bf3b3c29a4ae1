import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isJsonObject } from '@shipyard/platform/json-object';

/** Where `npx nx build studio` puts its files: beside the bundle of this service. */
const FOLDER = path.resolve(__dirname, '../studio');
const ENTRY = 'src/main.ts';

export interface StudioFile {
  plain: Buffer;
  gzipped: Buffer;
}

interface StudioFiles {
  scriptUrl: string;
  byName: ReadonlyMap<string, StudioFile>;
}

let files: StudioFiles | null = null;

/** Read once, at the first page of the studio. */
function studioFiles(): StudioFiles {
  files ??= readFiles();
  return files;
}

export const studioScriptUrl = (): string => studioFiles().scriptUrl;

export const studioFile = (name: string): StudioFile | null => studioFiles().byName.get(name) ?? null;

function readFiles(): StudioFiles {
  const names = readNames().filter((name) => name.endsWith('.js'));
  const manifest: unknown = JSON.parse(readFileSync(path.join(FOLDER, 'manifest.json'), 'utf8'));
  const entry = isJsonObject(manifest) ? manifest[ENTRY] : null;
  if (!isJsonObject(entry) || typeof entry.file !== 'string') throw new Error(`${FOLDER} does not name its entry`);
  return {
    scriptUrl: `/studio-files/${entry.file}`,
    byName: new Map(names.map((name) => [name, readOne(path.join(FOLDER, name))])),
  };
}

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
