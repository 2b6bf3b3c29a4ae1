import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';

export const run: Command = async (context) => {
  const { output, words } = context;
  const { client } = await signedIn(context);
  const data = await dataOf(client.GET('/api/v1/accounts/me/projects', { params: { query: { limit: 100 } } }));
  const lines = data.projects.map(
    ({ slug, name, state }) => `${slug}  ${name}  ${output.paint('dim', words.states[state])}`,
  );
  output.result(data, lines.length > 0 ? lines : [words.list.none]);
};
