import { ShipyardError } from '@shipyard/client';
import { CONFIG_FILE, planSync, readProject, readProjectFiles, writeConfig } from '@shipyard/project-folder';
import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { describeFailure } from '../failure-report';
import type { LocalLogFile } from './local-logs';
import { readProjectConfig } from './project-config';
import { readServerState } from './server-state';

/** Returns those of the logs that the server has not got, with the same title and text. If it cannot be asked, all. */
export async function unsentLogs(
  folder: string,
  logs: readonly LocalLogFile[],
  context: CommandContext,
): Promise<LocalLogFile[]> {
  const { program, slug, name } = await readProjectConfig(context);
  const { output, words, connect } = context;
  const connection = await connect();
  if (connection.token === null) {
    output.tell(words.log.notAsked(words.signIn.missing(connection.origin)));
    return [...logs];
  }
  try {
    const server = await readServerState(connection, slug);
    const files = await readProjectFiles(folder);
    return logs.filter(({ file, sequence }) => {
      // The rest of the folder may be half written.
      const alone = new Map([...files].filter(([path]) => path === file || !path.endsWith('.md')));
      alone.set(CONFIG_FILE, Buffer.from(writeConfig({ program, slug, name })));
      const { project } = readProject(alone, new Date());
      if (project === null) return true;
      const plan = planSync(project, server);
      return plan.logs.includes(sequence) || plan.conflicts.length > 0;
    });
  } catch (error) {
    const isUnanswered = error instanceof CliFailure && error.facts.exit === EXIT.network;
    if (!isUnanswered && !(error instanceof ShipyardError)) throw error;
    output.tell(words.log.notAsked(describeFailure(error, context).lines[0] ?? ''));
    return [...logs];
  }
}
