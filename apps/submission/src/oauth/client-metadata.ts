import { readProgramName } from './program-name';
import { GRANT_TYPES } from './protocol';
import { oauthErrors } from './protocol-errors';
import { isRedirectUri, targetOf } from './redirect-uri';

const CLIENT_NAME = { min: 1, max: 80 };
const MOST_REDIRECT_URIS = 10;

export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

/** Reads a registration (RFC 7591, section 2). Metadata that we do not know are ignored, as the RFC asks. */
export function readClientMetadata(body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw oauthErrors.invalid_client_metadata({ message: 'The body must be a JSON object.' });
  const sent = new Map(Object.entries(body));
  const redirectUris = readRedirectUris(sent.get('redirect_uris'));
  const method: unknown = sent.get('token_endpoint_auth_method') ?? 'none';
  if (method !== 'none')
    throw oauthErrors.invalid_client_metadata({
      message: 'token_endpoint_auth_method must be none: clients have no secret here, and prove themselves with PKCE.',
    });
  assertHas(sent, 'grant_types', GRANT_TYPES.code);
  assertHas(sent, 'response_types', 'code');
  return { name: readName(sent.get('client_name'), redirectUris), redirectUris };
}

function readRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_REDIRECT_URIS)
    throw oauthErrors.invalid_redirect_uri({ message: `redirect_uris must hold 1 to ${MOST_REDIRECT_URIS} URIs.` });
  const uris: unknown[] = value;
  return [
    ...new Set(
      uris.map((uri) => {
        if (!isRedirectUri(uri)) throw oauthErrors.invalid_redirect_uri();
        return uri;
      }),
    ),
  ];
}

function assertHas(sent: ReadonlyMap<string, unknown>, name: string, needed: string): void {
  const values = sent.get(name);
  if (values === undefined || (Array.isArray(values) && values.includes(needed))) return;
  throw oauthErrors.invalid_client_metadata({ message: `${name} must be a list with ${needed}.` });
}

function readName(sent: unknown, [first = '']: readonly string[]): string {
  if (sent === undefined) return targetOf(first).name.slice(0, CLIENT_NAME.max);
  const read = readProgramName(sent, CLIENT_NAME);
  if ('problem' in read) throw oauthErrors.invalid_client_metadata({ message: `client_name ${read.problem}.` });
  return read.name;
}
