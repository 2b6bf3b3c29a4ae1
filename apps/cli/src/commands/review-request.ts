import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { readProjectConfig } from '../project/project-config';

export const run: Command = async (context) => {
  const { slug } = await readProjectConfig(context);
  const { client } = await signedIn(context);
  const data = await dataOf(client.POST('/api/v1/projects/{slug}/review/request', { params: { path: { slug } } }));
  context.output.result(data, [context.words.review.requested]);
};
