import { rename } from 'node:fs/promises';
import path from 'node:path';
import { isEmptyPlan } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { describeFailure } from '../failure-report';
import { renumberedFile } from '../project/local-logs';
import { requireProjectFolder } from '../project/project-config';
import { prepareSync, sync, type Synced, type SyncReporter } from '../project/sync';
import { conflictLines, SyncConflict } from '../project/sync-conflict';
import { FolderChanges } from '../project/folder-changes';
import { progressReporter } from '../terminal/progress-reporter';

export const run: Command = async (context) => {
  const { options, output } = context;
  const folder = requireProjectFolder(context);
  const connection = await signedIn(context);
  const reporter = progressReporter(output, context.words);
  if (options['dry-run']) return printPlan(folder, connection, reporter, context);
  if (options.watch) return watch(folder, connection, reporter, context);
  const synced = await syncOrRenumber(folder, connection, reporter, context);
  output.result(synced.outcome, [lineOf(synced, context)]);
};

/** Prints the result of the first sync, and tells of the following ones. */
async function watch(
  folder: string,
  connection: Connection,
  reporter: SyncReporter,
  context: CommandContext,
): Promise<void> {
  const { output, words, signal } = context;
  const changes = new FolderChanges(folder, signal);
  try {
    const first = await syncOrRenumber(folder, connection, reporter, context);
    output.result(first.outcome, [lineOf(first, context)]);
    output.tell(words.sync.watching);
    await changes.each(async () => {
      try {
        output.tell(lineOf(await sync(folder, connection, reporter, words), context));
      } catch (error) {
        if (signal.aborted) throw error;
        // What is half written is told, and sent once it is right.
        for (const line of describeFailure(error, context).lines) output.fail(line);
      }
    });
  } finally {
    changes.close();
  }
}

/** On a conflict both texts are shown. In a terminal a new number is offered, which mends it. */
async function syncOrRenumber(
  folder: string,
  connection: Connection,
  reporter: SyncReporter,
  context: CommandContext,
): Promise<Synced> {
  const { output, words, prompts } = context;
  try {
    return await sync(folder, connection, reporter, words);
  } catch (error) {
    if (!(error instanceof SyncConflict)) throw error;
    for (const conflict of error.conflicts) for (const line of conflictLines(conflict, words)) output.fail(line);
    const [conflict] = error.conflicts;
    const next = error.facts.details.next_sequence;
    if (prompts === null || error.conflicts.length !== 1 || !conflict || typeof next !== 'number') throw error;
    const to = await renumberedFile(folder, conflict.file, next);
    if (!(await prompts.confirm(words.sync.renumberQuestion(conflict.sequence, to.sequence)))) throw error;
    await rename(path.join(folder, conflict.file), path.join(folder, to.file));
    return sync(folder, connection, reporter, words);
  }
}

async function printPlan(
  folder: string,
  connection: Connection,
  reporter: SyncReporter,
  { output, words }: CommandContext,
): Promise<void> {
  const { plan } = await prepareSync(folder, connection, reporter, words);
  const { readme, config, logs, images } = plan;
  const lines = [
    ...(readme === 'same' ? [] : [words.sync.readme[readme]]),
    ...Object.entries(config).map(([key, value]) => words.sync.property(key, String(value))),
    ...logs.map((sequence) => words.sync.log(sequence)),
    ...images.map((image) => words.sync.image(image)),
  ];
  const shown = isEmptyPlan(plan) ? [words.sync.nothing] : [words.sync.planned, ...lines.map((line) => `  ${line}`)];
  output.result({ plan: { readme, config, logs, images } }, shown);
}

function lineOf({ outcome, isChanged }: Synced, { words }: CommandContext): string {
  const { readme_updated, logs_added, images_uploaded } = outcome;
  return isChanged ? words.sync.done(readme_updated, logs_added.length, images_uploaded) : words.sync.nothing;
}
