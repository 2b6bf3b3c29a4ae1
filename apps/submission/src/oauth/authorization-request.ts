import type { HttpError } from '@shipyard/http';
import { isScope, type Scope, SCOPES } from '../accounts';
import { isCodeChallenge } from './pkce';
import { oauthErrors } from './protocol-errors';
import { resourceOf } from './site';

/** The longest state. It comes back in a URL, and goes through the log-in in one. */
const STATE_LENGTH = 2_000;

/** What a client asks of a person, once client and redirect URI are known to be right. */
export interface AuthorizationRequest {
  scopes: Scope[];
  codeChallenge: string;
}

export type QueryParameters = Readonly<Record<string, unknown>>;

/** A parameter that came once. An empty one counts as absent. */
export function parameterOf(query: QueryParameters, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns what goes back to the client by redirect if the request is wrong. */
export function readAuthorizationRequest(query: QueryParameters, site: string): AuthorizationRequest | HttpError {
  const repeated = Object.entries(query).find(([, value]) => typeof value !== 'string');
  if (repeated) return oauthErrors.invalid_request({ message: `${repeated[0]} must be sent once.` });
  const responseType = parameterOf(query, 'response_type');
  if (responseType === undefined) return oauthErrors.invalid_request({ message: 'response_type is missing.' });
  if (responseType !== 'code') return oauthErrors.unsupported_response_type();
  const codeChallenge = parameterOf(query, 'code_challenge');
  if (codeChallenge === undefined)
    return oauthErrors.invalid_request({ message: 'code_challenge is missing. This server needs PKCE with S256.' });
  if (parameterOf(query, 'code_challenge_method') !== 'S256')
    return oauthErrors.invalid_request({ message: 'code_challenge_method must be S256.' });
  if (!isCodeChallenge(codeChallenge))
    return oauthErrors.invalid_request({ message: 'code_challenge is no SHA-256 in base64url.' });
  const resource = parameterOf(query, 'resource');
  if (resource !== undefined && resource !== resourceOf(site)) return oauthErrors.invalid_target();
  const scopes = readScopes(parameterOf(query, 'scope'));
  return scopes === null ? oauthErrors.invalid_scope() : { scopes, codeChallenge };
}

/** A state that is too long, or that came twice, does not go back. */
export function stateOf(query: QueryParameters): string | undefined {
  const state = parameterOf(query, 'state');
  return state !== undefined && state.length <= STATE_LENGTH ? state : undefined;
}

export const isStateTooLong = (query: QueryParameters) =>
  parameterOf(query, 'state') !== undefined && stateOf(query) === undefined;

/** In the order of our list. All scopes if none is named, null if one is unknown. */
export function readScopes(sent: string | undefined): Scope[] | null {
  const asked = sent?.split(' ').filter((scope) => scope !== '') ?? [];
  if (!asked.every(isScope)) return null;
  return SCOPES.filter((scope) => asked.length === 0 || asked.includes(scope));
}
