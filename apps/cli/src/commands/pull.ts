import path from 'node:path';
import { errorOf } from '@shipyard/client';
import { CONFIG_FILE, planPull } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { foreignAnswer, isJson } from '../connection/api-answer';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { fewAtOnce } from '../project/at-once';
import { GITIGNORE } from '../project/gitignore';
import { findProjectFolder } from '../project/project-folder';
import { PulledFolder, takesFolder } from '../project/pulled-folder';
import { readServerState } from '../project/server-state';
import type { Words } from '../words/words';

/** The config file comes last, so that half of a project is none. */
export const run: Command = async (context) => {
  const { output, words, cwd, positionals } = context;
  const [slug = '', directory = slug] = positionals;
  const folder = path.resolve(cwd, directory);
  if (!takesFolder(process.platform, folder)) throw badName(folder, context);
  const connection = await signedIn(context);
  const state = await readServerState(connection, slug);
  const pulled = await PulledFolder.open(folder, state.project.id);
  if (pulled === null) throw notEmpty(folder, context);
  const outer = findProjectFolder(path.dirname(folder));
  if (outer !== null) output.fail(words.pull.nested(folder, outer));
  const { texts, images } = planPull(state);
  await pulled.write('.gitignore', GITIGNORE);
  for (const [file, text] of texts) if (file !== CONFIG_FILE) await pulled.write(file, text);
  let done = 0;
  await fewAtOnce(images, async ({ url, paths }) => {
    const bytes = await download(connection, url, words);
    for (const file of paths) await pulled.write(file, bytes);
    done += 1;
    if (output.isLive) output.draw(words.pull.downloading(done, images.length), done === images.length);
  });
  await pulled.write(CONFIG_FILE, texts.get(CONFIG_FILE) ?? '');
  await pulled.finish();
  output.done([words.pull.done(slug, folder)]);
};

function badName(folder: string, { words }: CommandContext): CliFailure {
  const name = path.basename(folder);
  return new CliFailure({
    exit: EXIT.usage,
    error: 'USAGE',
    message: words.pull.badName(name),
    hint: words.pull.notEmptyHint,
  });
}

function notEmpty(folder: string, { words }: CommandContext): CliFailure {
  return new CliFailure({
    exit: EXIT.conflict,
    error: 'FOLDER_NOT_EMPTY',
    message: words.pull.notEmpty(folder),
    hint: words.pull.notEmptyHint,
  });
}

/** Only the service itself gets the token. What is no image is not kept: a proxy can answer with a page of its own. */
async function download({ origin, fetch, token }: Connection, url: string, words: Words): Promise<Uint8Array> {
  const address = new URL(url, origin);
  const headers = address.origin === origin && token !== null ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(new Request(address, { headers }));
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('image/')) return new Uint8Array(await response.arrayBuffer());
  if (response.ok || !isJson(type)) throw foreignAnswer(response, words);
  throw errorOf(response, await response.json());
}
