import { dataOf, ShipyardError } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, exitCodeOf } from '../failure';
import { describeFailure } from '../failure-report';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';
import { unsentFiles } from '../project/unsent-files';

export const run: Command = async (context) => {
  const { slug } = await readProjectConfig(context);
  const connection = await signedIn(context);
  const params = { path: { slug } };
  try {
    const data = await dataOf(connection.client.POST('/api/v1/projects/{slug}/review/request', { params }));
    context.output.result(data, [context.words.review.requested]);
  } catch (error) {
    if (!(error instanceof ShipyardError) || error.error !== 'REVIEW_NOT_READY') throw error;
    throw await notReady(error, slug, connection, context);
  }
};

/** What is missing on the server may lie in the folder. */
async function notReady(
  failure: ShipyardError,
  slug: string,
  { client }: Connection,
  context: CommandContext,
): Promise<CliFailure> {
  const { words } = context;
  const { error, message, details } = failure;
  const status = await dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
  const unsent = await unsentFiles(requireProjectFolder(context), status);
  const [told = message] = describeFailure(failure, context).lines;
  const hint = unsent.length === 0 ? words.next.write : words.review.unsent(unsent);
  return new CliFailure({ exit: exitCodeOf(failure), error, message, told, hint, details });
}
