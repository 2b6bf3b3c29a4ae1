import type { ComparedProject } from '@shipyard/assistant';
import { planPull, planSync, README_FILE, readProject, readProjectFiles } from '@shipyard/project-folder';
import type { Connection } from '../connection/connect';
import { CliFailure, EXIT } from '../failure';
import { readComparedState } from '../project/compared-state';
import type { Words } from '../words/words';

/** Compares a folder with the service, text by text. The texts of the service name their images by the paths of the folder. */
export async function compareFolder(
  folder: string,
  connection: Pick<Connection, 'client'>,
  words: Words,
): Promise<ComparedProject> {
  const files = await readProjectFiles(folder);
  const { project: local, errors } = readProject(files, new Date());
  if (local === null)
    throw new CliFailure({
      exit: EXIT.validation,
      error: errors[0]?.code ?? 'VALIDATION_FAILED',
      message: words.check.failed(errors.length),
      hint: words.check.correctHint,
      details: { errors },
    });
  const server = await readComparedState(connection, local, words);
  const plan = planSync(local, server);
  const there = planPull(server, local.images).texts.get(README_FILE) ?? null;
  const here = local.readme?.markdown ?? null;
  const conflicts = plan.conflicts.map(({ sequence, local: mine, server: theirs }) => ({
    sequence,
    here: textOf(mine),
    there: textOf(theirs),
  }));
  const added = local.logs
    .filter(({ sequence }) => plan.logs.includes(sequence))
    .map((log) => ({ sequence: log.sequence, here: textOf(log), there: null }));
  const known = new Set(local.logs.map(({ sequence }) => sequence));
  const missing = server.logs.flatMap(({ sequence, title = '', content_md: markdown }) =>
    known.has(sequence) || markdown === undefined ? [] : [{ sequence, here: null, there: textOf({ title, markdown }) }],
  );
  return {
    slug: local.config.slug,
    // An image that has moved, and nothing else, is no difference.
    readme: plan.readme === 'same' ? { here: there, there } : { here, there },
    config: plan.config,
    logs: [...conflicts, ...added, ...missing].sort((one, other) => one.sequence - other.sequence),
  };
}

const textOf = ({ title, markdown }: { title: string; markdown: string }) => `# ${title}\n\n${markdown}`;
