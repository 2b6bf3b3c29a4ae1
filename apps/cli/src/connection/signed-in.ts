import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import type { Connection } from './connect';

/** Returns a connection with a token. Without one, nothing is sent. */
export async function signedIn({ connect, words }: CommandContext): Promise<Connection> {
  const connection = await connect();
  if (connection.token === null)
    throw new CliFailure({
      exit: EXIT.auth,
      error: 'AUTH_TOKEN_MISSING',
      message: words.signIn.missing(connection.origin),
      hint: words.signIn.hint,
    });
  return connection;
}
