import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { FolderConflict } from '../project/folder-conflict';
import { requireProjectFolder } from '../project/project-config';
import { pullInPlace } from '../project/pull-in-place';

/** What both sides changed in the same lines stays in the file, between conflict marks. */
export const run: Command = async (context) => {
  const { output, words } = context;
  const folder = requireProjectFolder(context);
  const connection = await signedIn(context);
  const { server, written, left } = await pullInPlace(folder, connection, context, { merges: true });
  for (const file of written) output.tell(words.pull.brought(file));
  if (left.length > 0) throw new FolderConflict(left, server, words, words.merge.marks, words.merge.marksHint);
  output.done([written.length === 0 ? words.merge.nothing : words.merge.done]);
};
