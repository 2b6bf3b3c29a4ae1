import path from 'node:path';
import { baseOf, CONFIG_FILE, planPull, README_FILE } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { writeBase } from '../project/base-file';
import { FolderConflict } from '../project/folder-conflict';
import { GITIGNORE } from '../project/gitignore';
import { downloadImages } from '../project/image-download';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';
import { findProjectFolder } from '../project/project-folder';
import { pullInPlace } from '../project/pull-in-place';
import { PulledFolder, takesFolder } from '../project/pulled-folder';
import { readServerState } from '../project/server-state';

/** In the folder of the project it adds what is new. Elsewhere it makes a folder. */
export const run: Command = async (context) => {
  const { cwd, positionals } = context;
  const [slug, directory] = positionals;
  if (slug === undefined) return pullHere(requireProjectFolder(context), context);
  if (directory === undefined) {
    const here = findProjectFolder(cwd);
    if (here !== null && (await isFolderOf(here, slug, context))) return pullHere(here, context);
  }
  const folder = path.resolve(cwd, directory ?? slug);
  if (findProjectFolder(folder) === folder && (await isFolderOf(folder, slug, context)))
    return pullHere(folder, context);
  return pullInto(folder, slug, context);
};

const isFolderOf = (folder: string, slug: string, context: CommandContext): Promise<boolean> =>
  readProjectConfig({ ...context, cwd: folder }).then(
    (config) => config.slug === slug,
    () => false,
  );

async function pullHere(folder: string, context: CommandContext): Promise<void> {
  const { output, words } = context;
  const connection = await signedIn(context);
  const { server, written, left } = await pullInPlace(folder, connection, context, { merges: false });
  await PulledFolder.inPlace(folder).finish();
  for (const file of written) output.tell(words.pull.brought(file));
  if (left.length > 0) throw new FolderConflict(left, server, words, words.pull.differs);
  output.done([written.length === 0 ? words.pull.nothing : words.pull.done(server.project.slug, folder)]);
}

/** The config file comes last, so that half of a project is none. */
async function pullInto(folder: string, slug: string, context: CommandContext): Promise<void> {
  const { output, words } = context;
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
  await downloadImages(images, connection, context, (file, bytes) => pulled.write(file, bytes));
  await writeBase(folder, baseOf(state, texts.get(README_FILE) ?? null));
  await pulled.write(CONFIG_FILE, texts.get(CONFIG_FILE) ?? '');
  await pulled.finish();
  output.done([words.pull.done(slug, folder)]);
}

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
