import { rename } from 'node:fs/promises';
import path from 'node:path';
import { isEmptyPlan } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { describeFailure } from '../failure-report';
import { resizeImages } from '../images/resize-images';
import { FolderConflict } from '../project/folder-conflict';
import { renumberedFile } from '../project/local-logs';
import { requireProjectFolder } from '../project/project-config';
import { pullInPlace } from '../project/pull-in-place';
import { nextSteps } from '../project/status-lines';
import { prepareSync, sendPrepared, sync, type SyncChoice, type Synced, type SyncReporter } from '../project/sync';
import { conflictLines, isNearDuplicate, SyncConflict } from '../project/sync-conflict';
import { FolderChanges } from '../project/folder-changes';
import { progressReporter } from '../terminal/progress-reporter';

interface Syncing {
  folder: string;
  connection: Connection;
  reporter: SyncReporter;
  choice: SyncChoice;
  context: CommandContext;
}

export const run: Command = async (context) => {
  const { options, output, words } = context;
  if (options['dry-run'] && options.resize)
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.everyday.resizeIsNoPlan });
  const folder = requireProjectFolder(context);
  const connection = await signedIn(context);
  const reporter = progressReporter(output, words);
  const syncing = { folder, connection, reporter, context, choice: { force: options.force ?? false } };
  if (options['dry-run']) return printPlan(syncing);
  if (options.watch) return watch(syncing);
  const synced = await syncOrMend(syncing);
  output.result(synced.outcome, linesOf(synced, connection, context));
};

/** Prints the result of the first sync, and tells of the following ones. */
async function watch(syncing: Syncing): Promise<void> {
  const { folder, connection, reporter, choice, context } = syncing;
  const { output, words, signal, options } = context;
  const changes = new FolderChanges(folder, signal);
  try {
    const first = await syncOrMend(syncing);
    output.result(first.outcome, linesOf(first, connection, context));
    output.tell(words.sync.watching);
    await changes.each(async () => {
      try {
        if (options.resize) await resizeImages(folder, context);
        output.tell(lineOf(await sync(folder, connection, reporter, words, choice), context));
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

/** In a terminal, what mends a conflict is offered: a new number for another log, or the changes of the server. */
async function syncOrMend(syncing: Syncing): Promise<Synced> {
  const { folder, connection, context } = syncing;
  const { words, prompts } = context;
  try {
    return await confirmedSync(syncing);
  } catch (error) {
    if (error instanceof SyncConflict) return renumberOrFail(error, syncing);
    if (!(error instanceof FolderConflict) || prompts === null) throw error;
    if (error.divergences.some(({ side }) => side === 'both')) throw error;
    if (!(await prompts.confirm(words.sync.pullQuestion))) throw error;
    await pullInPlace(folder, connection, context, { merges: false });
    return confirmedSync(syncing);
  }
}

/** A log cannot change once it is sent, so a person is asked before. */
async function confirmedSync({ folder, connection, reporter, choice, context }: Syncing): Promise<Synced> {
  const { words, prompts, options } = context;
  if (options.resize) await resizeImages(folder, context);
  const prepared = await prepareSync(folder, connection, reporter, words, choice);
  const { length } = prepared.plan.logs;
  if (length > 0 && prompts !== null && !options.yes && !(await prompts.confirm(words.sync.firstLogs(length))))
    throw new CliFailure({ exit: EXIT.failure, error: 'NOT_CONFIRMED', message: words.sync.notSent });
  return sendPrepared(folder, prepared, connection, reporter, words, choice);
}

/** Both texts are shown. An edited log gets no new number, because it would be there twice. */
async function renumberOrFail(error: SyncConflict, syncing: Syncing): Promise<Synced> {
  const { folder, context } = syncing;
  const { output, words, prompts } = context;
  for (const conflict of error.conflicts) for (const line of conflictLines(conflict, words)) output.fail(line);
  const [conflict] = error.conflicts;
  const next = error.facts.details.next_sequence;
  if (prompts === null || error.conflicts.length !== 1 || !conflict || typeof next !== 'number') throw error;
  if (isNearDuplicate(conflict)) throw error;
  const to = await renumberedFile(folder, conflict.file, next);
  if (!(await prompts.confirm(words.sync.renumberQuestion(conflict.sequence, to.sequence)))) throw error;
  await rename(path.join(folder, conflict.file), path.join(folder, to.file));
  return confirmedSync(syncing);
}

async function printPlan({ folder, connection, reporter, choice, context }: Syncing): Promise<void> {
  const { output, words } = context;
  const { plan } = await prepareSync(folder, connection, reporter, words, choice);
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

/** What was sent, where it is to be seen, and what comes next. */
function linesOf(synced: Synced, { origin }: Connection, context: CommandContext): string[] {
  const { output, words } = context;
  const { project } = synced.outcome;
  const steps = nextSteps(synced.status, words).map((step) => output.paint('cyan', `→ ${step}`));
  return [lineOf(synced, context), new URL(project.url, origin).href, ...steps];
}

function lineOf({ outcome, isChanged }: Synced, { words }: CommandContext): string {
  const { readme_updated, logs_added, images_uploaded } = outcome;
  return isChanged ? words.sync.done(readme_updated, logs_added.length, images_uploaded) : words.sync.nothing;
}
