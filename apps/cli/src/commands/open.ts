import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { pageRefused } from '../failure';
import { readProjectConfig } from '../project/project-config';
import { SecureUrl } from '../settings/secure-url';
import { openInBrowser } from '../terminal/open-in-browser';

export const run: Command = async (context) => {
  const { slug } = await readProjectConfig(context);
  const { client, origin } = await context.connect();
  const project = await dataOf(client.GET('/api/v1/projects/{slug}', { params: { path: { slug } } }));
  const named = URL.canParse(project.url, origin) ? new URL(project.url, origin).href : project.url;
  const page = SecureUrl.read(named);
  if (page === null) throw pageRefused(named, context.words);
  if (process.stderr.isTTY && !context.environment.CI) openInBrowser(page, context.environment);
  context.output.result(project, [page.href]);
};
