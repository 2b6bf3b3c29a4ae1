import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readLogTitle } from '@shipyard/contracts';
import { logFileName, LOGS_FOLDER, writeLog, writtenDate } from '@shipyard/project-folder';
import type { Command } from '../command';
import { CliFailure, EXIT } from '../failure';
import { readBase } from '../project/base-file';
import { listLogs } from '../project/local-logs';
import { requireProjectFolder } from '../project/project-config';
import { editorOf, openEditor } from '../terminal/long-text';
import { requirePrompts } from '../terminal/require-prompts';
import { problemIn } from '../words/finding';

export const run: Command = async (context) => {
  const { output, words, positionals } = context;
  if (context.options.edit) requirePrompts(context);
  const folder = requireProjectFolder(context);
  const title = readLogTitle(positionals[0] ?? '');
  if ('problem' in title)
    throw new CliFailure({
      exit: EXIT.validation,
      error: 'VALIDATION_FAILED',
      message: words.log.badTitle(problemIn(words, title.problem)),
    });
  const last = (await listLogs(folder)).at(-1)?.sequence ?? 0;
  // Some numbers of the server have no file here, as that of a log that was withdrawn.
  const next = (await readBase(folder))?.next_sequence ?? 1;
  const file = logFileName(Math.max(last + 1, next), title.value);
  await mkdir(path.join(folder, LOGS_FOLDER), { recursive: true });
  const text = writeLog({ title: title.value, date: writtenDate(new Date().toISOString()), markdown: '' });
  await writeFile(path.join(folder, file), text, { flag: 'wx' });
  if (!context.options.edit) output.tell(words.log.made(file));
  else if (await openEditor(path.join(folder, file), context.environment)) output.tell(words.log.written(file));
  else {
    output.fail(words.longText.editorFailed(editorOf(context.environment)));
    output.tell(words.log.made(file));
  }
  output.result({}, [file]);
};
