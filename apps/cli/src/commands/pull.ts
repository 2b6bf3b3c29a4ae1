import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ShipyardError } from '@shipyard/client';
import { planPull } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { fewAtOnce } from '../project/at-once';
import { GITIGNORE } from '../project/gitignore';
import { findProjectFolder } from '../project/project-folder';
import { readServerState } from '../project/server-state';

export const run: Command = async (context) => {
  const { output, words, cwd, positionals } = context;
  const [slug = '', directory = slug] = positionals;
  const connection = await signedIn(context);
  const state = await readServerState(connection, slug);
  const folder = path.resolve(cwd, directory);
  await requireEmpty(folder, context);
  const outer = findProjectFolder(path.dirname(folder));
  if (outer !== null) output.fail(words.pull.nested(folder, outer));
  const { texts, images } = planPull(state);
  await mkdir(path.join(folder, 'logs'), { recursive: true });
  await writeInside(folder, '.gitignore', GITIGNORE);
  for (const [file, text] of texts) await writeInside(folder, file, text);
  let done = 0;
  await fewAtOnce(images, async ({ url, paths }) => {
    const bytes = await download(connection, url);
    for (const file of paths) await writeInside(folder, file, bytes);
    done += 1;
    if (output.isLive) output.draw(words.pull.downloading(done, images.length), done === images.length);
  });
  output.done([words.pull.done(slug, folder)]);
};

async function requireEmpty(folder: string, { words }: CommandContext): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new CliFailure({
    exit: EXIT.conflict,
    error: 'FOLDER_NOT_EMPTY',
    message: words.pull.notEmpty(folder),
    hint: words.pull.notEmptyHint,
  });
}

/** The server names the files, and none may be outside of the folder. */
async function writeInside(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const target = path.resolve(folder, file);
  if (!target.startsWith(folder + path.sep)) throw new Error(`${file} is outside of ${folder}`);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, content, { flag: 'wx' });
}

/** Only the service itself gets the token. */
async function download({ origin, fetch, token }: Connection, url: string): Promise<Uint8Array> {
  const address = new URL(url, origin);
  const headers = address.origin === origin && token !== null ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(new Request(address, { headers }));
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  throw new ShipyardError({
    error: `HTTP_${response.status}`,
    message: `${address.pathname}: ${response.status}`,
    details: {},
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: null,
  });
}
