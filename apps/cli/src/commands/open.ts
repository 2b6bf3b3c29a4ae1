import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { readProjectConfig } from '../project/project-config';
import { openInBrowser } from '../terminal/open-in-browser';

export const run: Command = async (context) => {
  const { slug } = await readProjectConfig(context);
  const { client, origin } = await context.connect();
  const project = await dataOf(client.GET('/api/v1/projects/{slug}', { params: { path: { slug } } }));
  const page = new URL(project.url, origin).href;
  if (process.stderr.isTTY && !context.environment.CI) openInBrowser(page);
  context.output.result(project, [page]);
};
