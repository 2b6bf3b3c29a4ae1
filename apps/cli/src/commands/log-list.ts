import type { Command } from '../command';
import { listLogs } from '../project/local-logs';
import { requireProjectFolder } from '../project/project-config';

export const run: Command = async (context) => {
  const { output, words } = context;
  const logs = await listLogs(requireProjectFolder(context));
  const lines = logs.map(
    ({ sequence, title, file }) => `${String(sequence).padStart(4)}  ${title}  ${output.paint('dim', file)}`,
  );
  if (logs.length === 0) output.tell(words.log.none);
  output.result({ logs }, lines);
};
