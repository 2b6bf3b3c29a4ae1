import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RequestFault } from '@shipyard/http';
import { isJsonObject } from '@shipyard/platform/json-object';
import type { PageScript } from '@shipyard/ui';
import type { Request, Response } from 'express';
import { PackedText } from './packed-text';
import { FOREVER } from './static-files';

interface ScriptFile {
  text: PackedText;
  /** As in a Content-Security-Policy. */
  integrity: string;
}

interface FilesOfFolder {
  manifest: unknown;
  byName: ReadonlyMap<string, ScriptFile>;
}

/** A name has a hash of its content, so another version's file is absent here. */
export async function sendScript(
  files: ScriptFiles,
  name: string,
  request: Request,
  response: Response,
): Promise<void> {
  const file = files.find(name);
  if (!file) throw new RequestFault({ kind: 'route_unknown' });
  response.set('cache-control', FOREVER).type('text/javascript; charset=utf-8');
  await file.text.send(request, response);
}

/** The scripts that Vite has built into a folder. They are read once, when a page first needs one. */
export class ScriptFiles {
  private files: FilesOfFolder | null = null;

  constructor(
    private readonly folder: string,
    private readonly urlPath: string,
  ) {}

  find(name: string): ScriptFile | null {
    return this.read().byName.get(name) ?? null;
  }

  /** The script of an entry, with the hash by which the policy of a page allows it. */
  script(entryName: string): Required<PageScript> {
    const { manifest, byName } = this.read();
    const entry = isJsonObject(manifest) ? manifest[entryName] : null;
    const name = isJsonObject(entry) && typeof entry.file === 'string' ? entry.file : '';
    const file = byName.get(name);
    if (!file) throw new Error(`${this.folder} has no ${entryName}`);
    return { url: `${this.urlPath}/${name}`, integrity: file.integrity };
  }

  private read(): FilesOfFolder {
    this.files ??= {
      byName: new Map(this.names().map((name) => [name, readScript(path.join(this.folder, name))])),
      manifest: JSON.parse(readFileSync(path.join(this.folder, 'manifest.json'), 'utf8')),
    };
    return this.files;
  }

  private names(): string[] {
    try {
      return readdirSync(this.folder).filter((name) => name.endsWith('.js'));
    } catch (cause) {
      throw new Error(`${this.folder} is missing. Build its scripts first.`, { cause });
    }
  }
}

function readScript(file: string): ScriptFile {
  const plain = readFileSync(file);
  const hash = createHash('sha256').update(plain).digest('base64');
  return { text: new PackedText(plain), integrity: `sha256-${hash}` };
}
