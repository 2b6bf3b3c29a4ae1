import { CliFailure, EXIT } from '../failure';
import type { CommandContext } from '../command';
import type { KeptLogin } from '../settings/kept-login';
import { CLIENT_ID } from './device-flow';

/** Revokes a token by RFC 7009. Returns why it could not, or null. A token that has ended already is revoked too. */
export async function revokeToken({ url, token }: KeptLogin, context: CommandContext): Promise<Error | null> {
  const { connect, words } = context;
  try {
    const { fetch, origin } = await connect({ token: null, url });
    const body = new URLSearchParams({ token, client_id: CLIENT_ID });
    const response = await fetch(new Request(`${origin}/oauth/revoke`, { method: 'POST', body }));
    if (response.ok) return null;
    return new CliFailure({
      exit: EXIT.network,
      error: `HTTP_${response.status}`,
      message: words.logout.refused(response.status),
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
