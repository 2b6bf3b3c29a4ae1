import { existsSync } from 'node:fs';
import path from 'node:path';
import { LOGS_FOLDER, README_FILE } from '@shipyard/project-folder';
import { listLogs } from './local-logs';
import type { StatusView } from './status-lines';

/** Which files of a folder are missing on the server, and only wait to be sent. */
export async function unsentFiles(folder: string, { project, missing }: StatusView): Promise<string[]> {
  const hasReadme = missing.includes('readme') && existsSync(path.join(folder, README_FILE));
  const hasLogs = missing.includes('logs') && (await listLogs(folder)).length > project.log_count;
  return [...(hasReadme ? [README_FILE] : []), ...(hasLogs ? [`${LOGS_FOLDER}/`] : [])];
}
