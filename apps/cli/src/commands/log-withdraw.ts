import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { listLogs } from '../project/local-logs';
import { readSequence } from '../project/log-sequence';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';
import { requirePrompts } from '../terminal/require-prompts';

/** The file stays: it is the only copy that is left. */
export const run: Command = async (context) => {
  const { output, words, options, positionals } = context;
  const sequence = readSequence(positionals[0], context);
  const { slug } = await readProjectConfig(context);
  if (!options.yes) {
    const prompts = requirePrompts(context, words.log.yesHint);
    if (!(await prompts.confirm(words.log.withdrawQuestion(sequence)))) return output.tell(words.log.notWithdrawn);
  }
  const { client } = await signedIn(context);
  const data = await dataOf(
    client.DELETE('/api/v1/projects/{slug}/logs/{sequence}', {
      params: { path: { slug, sequence: String(sequence) } },
      body: {},
    }),
  );
  const file = (await listLogs(requireProjectFolder(context))).find((log) => log.sequence === sequence)?.file;
  output.result(data, [words.log.withdrawn(sequence), ...(file ? [words.log.withdrawnFile(file)] : [])]);
};
