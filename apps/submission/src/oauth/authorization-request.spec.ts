import { HttpError } from '@shipyard/http';
import {
  isStateTooLong,
  type QueryParameters,
  readAuthorizationRequest,
  readScopes,
  stateOf,
} from './authorization-request';

const SITE = 'https://build.example';
const RIGHT = {
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

const codeOf = (query: QueryParameters) => {
  const request = readAuthorizationRequest(query, SITE);
  return request instanceof HttpError ? request.code : request;
};

describe('a request for an authorization', () => {
  it('asks for all scopes unless it names some', () => {
    expect(codeOf(RIGHT)).toEqual({
      scopes: ['projects:read', 'projects:write', 'projects:publish', 'reviews:request'],
      codeChallenge: RIGHT.code_challenge,
    });
    expect(codeOf({ ...RIGHT, scope: 'reviews:request projects:read projects:read', resource: `${SITE}/mcp` })).toEqual(
      {
        scopes: ['projects:read', 'reviews:request'],
        codeChallenge: RIGHT.code_challenge,
      },
    );
  });

  it.each([
    { change: { response_type: undefined }, code: 'invalid_request' },
    { change: { response_type: 'token' }, code: 'unsupported_response_type' },
    { change: { code_challenge: '' }, code: 'invalid_request' },
    { change: { code_challenge: 'short' }, code: 'invalid_request' },
    { change: { code_challenge_method: 'plain' }, code: 'invalid_request' },
    { change: { code_challenge_method: undefined }, code: 'invalid_request' },
    { change: { scope: 'projects:read admin' }, code: 'invalid_scope' },
    { change: { resource: 'https://other.example/mcp' }, code: 'invalid_target' },
    { change: { resource: `${SITE}/mcp/` }, code: 'invalid_target' },
    { change: { scope: ['projects:read', 'projects:write'] }, code: 'invalid_request' },
  ])('is refused with $code: $change', ({ change, code }) => {
    const query = Object.entries({ ...RIGHT, ...change }).filter(([, value]) => value !== undefined);
    expect(codeOf(Object.fromEntries(query))).toBe(code);
  });

  it('gives its state back unless it is too long', () => {
    expect([stateOf({ state: 'a' }), stateOf({}), stateOf({ state: ['a', 'b'] })]).toEqual(['a', undefined, undefined]);
    const long = { state: 'a'.repeat(2_001) };
    expect([stateOf(long), isStateTooLong(long), isStateTooLong({ state: 'a' })]).toEqual([undefined, true, false]);
  });

  it('has only scopes that exist', () => {
    expect([readScopes(undefined)?.length, readScopes('toString'), readScopes('projects:write')]).toEqual([
      4,
      null,
      ['projects:write'],
    ]);
  });
});
