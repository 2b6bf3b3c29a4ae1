import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { DEFAULT_API_URL } from '../settings/api-url';
import type { Connection } from './connect';

/** Returns a connection with a token. Without one, nothing is sent. */
export async function signedIn({ connect, words }: CommandContext): Promise<Connection> {
  const connection = await connect();
  if (connection.token === null)
    throw new CliFailure({
      exit: EXIT.auth,
      error: 'AUTH_TOKEN_MISSING',
      message: words.signIn.missing(connection.origin),
      hint: connection.apiUrl === DEFAULT_API_URL ? words.signIn.whereHint : words.signIn.hint,
    });
  return connection;
}
