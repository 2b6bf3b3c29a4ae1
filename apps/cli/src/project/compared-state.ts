import { type LocalProject, namesOtherProject, type ServerState } from '@shipyard/project-folder';
import type { Connection } from '../connection/connect';
import { CliFailure, EXIT } from '../failure';
import type { Words } from '../words/words';
import { readServerState } from './server-state';

/** Reads what a folder is compared with. Refuses a folder whose program is not that of the project. */
export async function readComparedState(
  connection: Pick<Connection, 'client'>,
  local: LocalProject,
  words: Words,
): Promise<ServerState> {
  const server = await readServerState(connection, local.config.slug);
  if (!namesOtherProject(local, server)) return server;
  const there = server.project.program_id;
  throw new CliFailure({
    exit: EXIT.validation,
    error: 'VALIDATION_FAILED',
    message: words.sync.otherProgram(local.config.program, there),
    hint: words.sync.otherProgramHint,
    details: { fields: [{ field: 'program', message: there }] },
  });
}
