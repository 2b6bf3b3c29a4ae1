import { text as readText } from 'node:stream/consumers';
import { dataOf } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { signInByDevice } from '../connection/device-flow';
import { keepLogin, loginFileIn } from '../settings/kept-login';

export const run: Command = async (context) => {
  const { options, output, words, configFolder, environment } = context;
  const token = options['token-stdin'] ? await readToken(context) : await signInByDevice(context);
  const { apiUrl, client, origin } = await context.connect({ token });
  const data = await dataOf(client.GET('/api/v1/accounts/me'));
  output.tell(words.login.keeping(loginFileIn(configFolder)));
  await keepLogin(configFolder, { url: apiUrl, token });
  if (environment.SHIPYARD_TOKEN) output.tell(words.login.environmentWins);
  output.result(data, [words.login.done(data.account.handle, origin)]);
};

async function readToken({ words }: CommandContext): Promise<string> {
  const token = (await readText(process.stdin)).trim();
  if (token === '') throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.login.noToken });
  if (/[^\x21-\x7e]/.test(token))
    throw new CliFailure({ exit: EXIT.auth, error: 'AUTH_TOKEN_INVALID', message: words.login.badToken });
  return token;
}
