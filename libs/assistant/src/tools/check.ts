import { CONFIG_FILE, logFileName, type ProjectFiles, README_FILE, writeLog } from '@shipyard/project-folder';
import { closedObject, listOf, orNull } from '../schemas';
import { READS, type Tool } from '../tool';
import type { ToolArguments } from '../tool-arguments';
import { IMAGES, LOG_IN_ARGUMENTS, README_IN_ARGUMENTS } from './texts';

const PROBLEM = closedObject({
  file: { type: 'string' },
  line: orNull({ type: 'integer' }),
  code: { type: 'string' },
  message: { type: 'string' },
});

export const FOLDER_PATH = {
  path: {
    type: 'string',
    description: 'The folder of the project, relative to the folder of the server. If absent: that folder.',
  },
};

export const checkProject = (hasFolder: boolean): Tool => ({
  name: 'check_project',
  title: 'Check a project',
  description: hasFolder
    ? 'Checks the files of a project by the rules of the service, and sends nothing. Correct the errors before sync_project.'
    : `Checks a README and logs by the rules of the service, and stores nothing. Correct the errors before you send them. It takes texts only: upload_image checks an image when it takes it. ${IMAGES}`,
  annotations: READS,
  scope: null,
  inputSchema: hasFolder
    ? closedObject(FOLDER_PATH, ['path'])
    : closedObject({ markdown: README_IN_ARGUMENTS, logs: { ...listOf(LOG_IN_ARGUMENTS), maxItems: 200 } }, [
        'markdown',
        'logs',
      ]),
  outputSchema: closedObject({ errors: listOf(PROBLEM), warnings: listOf(PROBLEM) }),
  run: async ({ folder, checkTexts }, args) => {
    const found =
      folder === null ? await checkTexts(filesOf(args)) : await folder.check(args.optionalText('path') ?? '.');
    // Arguments have no file with properties: create_project and sync_project take them.
    const isAboutFiles = ({ file }: { file: string }) => folder !== null || file !== CONFIG_FILE;
    const errors = found.errors.filter(isAboutFiles);
    const warnings = found.warnings.filter(isAboutFiles);
    const told =
      errors.length === 0 ? 'No errors.' : `Errors: ${errors.length}. Correct them before you send anything.`;
    return { data: { errors, warnings }, told };
  },
});

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
