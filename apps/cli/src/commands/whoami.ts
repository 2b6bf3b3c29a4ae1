import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';

export const run: Command = async (context) => {
  const { client, origin, tokenFrom } = await signedIn(context);
  const data = await dataOf(client.GET('/api/v1/accounts/me'));
  const { handle, display_name: name } = data.account;
  const source = tokenFrom === 'environment' ? context.words.whoami.byEnvironment : context.words.whoami.byLogin;
  context.output.result(data, [context.words.whoami.line(name, handle, origin), context.output.paint('dim', source)]);
};
