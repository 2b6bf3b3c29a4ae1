import type { LogConflict, ServerLog } from '@shipyard/project-folder';
import { CliFailure, EXIT } from '../failure';
import type { Words } from '../words/words';

/** Logs that the server has with another title or text. */
export class SyncConflict extends CliFailure {
  constructor(
    readonly conflicts: readonly LogConflict[],
    serverLogs: readonly ServerLog[],
    words: Words,
  ) {
    const next = Math.max(0, ...serverLogs.map(({ sequence }) => sequence)) + 1;
    super({
      exit: EXIT.conflict,
      error: 'LOG_SEQUENCE_EXISTS',
      message: words.sync.conflict(conflicts.map(({ file }) => file).join(', ')),
      hint: words.sync.conflictHint,
      details: {
        sequences: conflicts.map(({ sequence }) => sequence),
        next_sequence: next,
        conflicts: conflicts.map(({ sequence, file, differs }) => ({ sequence, file, differs })),
      },
    });
  }
}

/** Both texts of a conflict, from the first line that differs. */
export function conflictLines({ file, local, server }: LogConflict, words: Words): string[] {
  const here = [local.title, ...local.markdown.split('\n')];
  const there = [server.title, ...server.markdown.split('\n')];
  const from = here.findIndex((line, index) => line.trimEnd() !== there[index]?.trimEnd());
  const shown = (lines: readonly string[]) => lines.slice(Math.max(from, 0), Math.max(from, 0) + SHOWN_LINES);
  return [
    words.sync.differs(file),
    ...shown(here).map((line) => `  ${words.sync.here}: ${line}`),
    ...shown(there).map((line) => `  ${words.sync.there}: ${line}`),
  ];
}

const SHOWN_LINES = 5;
