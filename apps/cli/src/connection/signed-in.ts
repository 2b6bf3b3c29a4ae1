import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { DEFAULT_API_URL } from '../settings/api-url';
import type { Words } from '../words/words';
import type { Connection } from './connect';

/** Names the service, because `login` alone would sign in at the one of before. */
export const signInHint = ({ apiUrl, origin }: Connection, words: Words): string =>
  apiUrl === DEFAULT_API_URL ? words.signIn.whereHint : words.signIn.hintAt(origin);

/** Returns a connection with a token. Without one, nothing is sent. */
export async function signedIn({ connect, words }: CommandContext): Promise<Connection> {
  const connection = await connect();
  if (connection.token === null)
    throw new CliFailure({
      exit: EXIT.auth,
      error: 'AUTH_TOKEN_MISSING',
      message: words.signIn.missing(connection.origin),
      hint: signInHint(connection, words),
    });
  return connection;
}
