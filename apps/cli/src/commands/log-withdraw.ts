import { dataOf, ShipyardError } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { CliFailure, exitCodeOf } from '../failure';
import { listLogs } from '../project/local-logs';
import { readSequence } from '../project/log-sequence';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';
import { requirePrompts } from '../terminal/require-prompts';
import type { Words } from '../words/words';

/** The file stays: it is the only copy that is left. */
export const run: Command = async (context) => {
  const { output, words, options, positionals } = context;
  const sequence = readSequence(positionals[0], context);
  const { slug } = await readProjectConfig(context);
  const { client } = await signedIn(context);
  if (!options.yes) {
    const prompts = requirePrompts(context, words.log.yesHint);
    if (!(await prompts.confirm(words.log.withdrawQuestion(sequence)))) return output.tell(words.log.notWithdrawn);
  }
  const data = await dataOf(
    client.DELETE('/api/v1/projects/{slug}/logs/{sequence}', {
      params: { path: { slug, sequence: String(sequence) } },
      body: {},
    }),
  ).catch((error: unknown) => {
    throw error instanceof ShipyardError && error.error === 'NOT_FOUND' ? absent(error, sequence, words) : error;
  });
  const file = (await listLogs(requireProjectFolder(context))).find((log) => log.sequence === sequence)?.file;
  output.result(data, [words.log.withdrawn(sequence), ...(file ? [words.log.withdrawnFile(file)] : [])]);
};

function absent(failure: ShipyardError, sequence: number, words: Words): CliFailure {
  const { error, message } = failure;
  const told = words.log.absentThere(sequence);
  return new CliFailure({ exit: exitCodeOf(failure), error, message, told, hint: words.log.absentThereHint });
}
