import type { Command } from '../command';
import { revokeToken } from '../connection/revoke-token';
import { CliFailure, EXIT } from '../failure';
import { forgetLogin, readKeptLogin } from '../settings/kept-login';

/** The token is revoked first, and forgotten even if that fails: the person wants it off this machine. */
export const run: Command = async (context) => {
  const { configFolder, environment, output, words, signal } = context;
  // A file that cannot be read is forgotten too.
  const kept = await readKeptLogin(configFolder).catch(() => null);
  const failure = kept === null ? null : await revokeToken(kept, context);
  await forgetLogin(configFolder);
  if (environment.SHIPYARD_TOKEN) output.tell(words.login.environmentWins);
  if (kept === null) return output.done([words.logout.nothing]);
  const { origin } = new URL(kept.url);
  if (failure === null) return output.done([words.logout.done(origin)]);
  if (signal.aborted) throw failure;
  const { exit, error, message } =
    failure instanceof CliFailure ? failure.facts : { exit: EXIT.failure, error: 'FAILURE', message: failure.message };
  throw new CliFailure({
    exit,
    error,
    message: `${message} ${words.logout.notRevoked(origin)}`,
    hint: words.logout.hint,
  });
};
