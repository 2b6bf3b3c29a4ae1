import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { readProjectConfig } from '../project/project-config';
import { reviewLines, stepsAfterReview } from '../project/status-lines';
import { watchStatus } from '../project/watch-status';

export const run: Command = async (context) => {
  const { slug } = await readProjectConfig(context);
  const connection = await signedIn(context);
  const { output, words } = context;
  const status = context.options.watch
    ? await watchStatus(connection, slug, context)
    : await dataOf(connection.client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
  const { review } = status;
  const steps = stepsAfterReview(status, words).map((step) => output.paint('cyan', `→ ${step}`));
  output.result({ review }, [...reviewLines(review, context), ...(steps.length > 0 ? ['', ...steps] : [])]);
};
