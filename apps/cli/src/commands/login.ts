import { text as readText } from 'node:stream/consumers';
import { dataOf, ShipyardError } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { signInByDevice } from '../connection/device-flow';
import { canKeepFiles } from '../settings/config-folder';
import { keepLogin, loginFileIn } from '../settings/kept-login';
import type { Prompts } from '../terminal/prompts';
import type { Words } from '../words/words';

export const run: Command = async (context) => {
  const { options, output, words, configFolder, environment } = context;
  // Nobody should sign in for nothing.
  if (!(await canKeepFiles(configFolder)))
    throw new CliFailure({ exit: EXIT.failure, error: 'FILE_ERROR', message: words.doctor.locked(configFolder) });
  const token = options['token-stdin'] ? await readToken(context) : await signInByDevice(context);
  const { apiUrl, client, origin } = await context.connect({ token });
  const data = await dataOf(client.GET('/api/v1/accounts/me')).catch((error: unknown) => {
    throw error instanceof ShipyardError && error.status === 401 ? refusedToken(error, origin, words) : error;
  });
  output.tell(words.login.keeping(loginFileIn(configFolder)));
  await keepLogin(configFolder, { url: apiUrl, token });
  if (environment.SHIPYARD_TOKEN) output.tell(words.login.environmentWins);
  output.result(data, [words.login.done(data.account.handle, origin)]);
};

async function readToken({ words, prompts, signal }: CommandContext): Promise<string> {
  signal.addEventListener('abort', () => process.stdin.destroy(), { once: true });
  const token = (prompts === null ? await readText(process.stdin) : await askToken(prompts, words)).trim();
  if (token === '') throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.login.noToken });
  if (/[^\x21-\x7e]/.test(token))
    throw new CliFailure({ exit: EXIT.auth, error: 'AUTH_TOKEN_INVALID', message: words.login.badToken });
  return token;
}

/** Who signs in just now needs another token, and no advice to sign in. */
const refusedToken = ({ error, message }: ShipyardError, origin: string, words: Words) =>
  new CliFailure({
    exit: EXIT.auth,
    error,
    message,
    told: words.login.refusedToken,
    hint: words.login.tokenHint(origin),
  });

/** In a terminal a token is typed, and not shown. */
const askToken = (prompts: Prompts, words: Words) => prompts.secret({ message: words.login.token });
