import { CONFIG_FILE, logFileName, type ProjectFiles, README_FILE, writeLog } from '@shipyard/project-folder';
import { closedObject, listOf, orNull, withoutDescriptions } from '../schemas';
import { READS, type Tool } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { FOLDER_PATH, folderFor } from './folder-path';
import { LOGS_IN_ARGUMENTS, README_IN_ARGUMENTS } from './texts';

const PROBLEM = closedObject({
  file: { type: 'string' },
  line: orNull({ type: 'integer' }),
  code: { type: 'string' },
  message: { type: 'string' },
});

export const checkProject: Tool = {
  name: 'check_project',
  title: 'Check a project',
  description:
    'Checks texts by the rules of the service, and stores nothing. Without texts it checks the files of the folder, with their images. Correct the errors before you send anything.',
  annotations: READS,
  scope: null,
  inputSchema: closedObject(
    { ...FOLDER_PATH, markdown: README_IN_ARGUMENTS, ...withoutDescriptions({ logs: LOGS_IN_ARGUMENTS }) },
    ['path', 'markdown', 'logs'],
  ),
  outputSchema: closedObject({ errors: listOf(PROBLEM), warnings: listOf(PROBLEM) }),
  run: async (context, args) => {
    const folder = folderFor(context, args);
    const found = await (folder ? folder.check(args.optionalText('path') ?? '.') : context.checkTexts(filesOf(args)));
    // Arguments have no file with properties: create_project and sync_project take them.
    const isAboutFiles = ({ file }: { file: string }) => folder !== null || file !== CONFIG_FILE;
    const errors = found.errors.filter(isAboutFiles);
    const warnings = found.warnings.filter(isAboutFiles);
    const told =
      errors.length === 0 ? 'No errors.' : `Errors: ${errors.length}. Correct them before you send anything.`;
    return { data: { errors, warnings }, told };
  },
};

/** Writes the texts as the files of a folder, so that both transports check by the same code. */
function filesOf(args: ToolArguments): ProjectFiles {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>();
  const readme = args.optionalText('markdown');
  if (readme !== undefined) files.set(README_FILE, encoder.encode(readme));
  for (const log of args.objects('logs') ?? []) {
    const title = log.text('title');
    const text = writeLog({ title, date: null, markdown: log.text('content_md') });
    files.set(logFileName(log.number('sequence'), title), encoder.encode(text));
  }
  return files;
}
