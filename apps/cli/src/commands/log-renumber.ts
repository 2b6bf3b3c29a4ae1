import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '../command';
import { CliFailure, EXIT } from '../failure';
import { listLogs, withNumber } from '../project/local-logs';
import { readSequence } from '../project/log-sequence';
import { requireProjectFolder } from '../project/project-config';
import { unsentLogs } from '../project/sent-log';

export const run: Command = async (context) => {
  const { output, words, positionals } = context;
  const [from, to] = [readSequence(positionals[0], context), readSequence(positionals[1], context)];
  const folder = requireProjectFolder(context);
  const logs = await listLogs(folder);
  const named = logs.filter(({ sequence }) => sequence === from);
  const [first] = named;
  if (!first)
    throw new CliFailure({
      exit: EXIT.failure,
      error: 'LOG_NOT_FOUND',
      message: words.log.absent(from),
      hint: words.log.takenHint,
    });
  const other = logs.find(({ sequence }) => sequence === to);
  if (other)
    throw new CliFailure({
      exit: EXIT.conflict,
      error: 'LOG_SEQUENCE_EXISTS',
      message: words.log.taken(to, other.file),
      hint: words.log.takenHint,
      details: { sequences: [to], next_sequence: (logs.at(-1)?.sequence ?? 0) + 1 },
    });
  const [log] = await unsentLogs(folder, named, context);
  if (!log)
    throw new CliFailure({
      exit: EXIT.conflict,
      error: 'LOG_ALREADY_SENT',
      message: words.log.sent(first.file),
      hint: words.log.sentHint,
    });
  const file = withNumber(log.file, to);
  await rename(path.join(folder, log.file), path.join(folder, file));
  output.done([words.log.renumbered(log.file, file)]);
};
