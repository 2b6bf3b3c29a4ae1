import { HttpError } from '@shipyard/http';
import fc from 'fast-check';
import { readClientMetadata } from './client-metadata';

const BACK = 'https://assistant.example/back';

const codeOf = (body: unknown) => {
  try {
    readClientMetadata(body);
    return 'fine';
  } catch (error) {
    if (error instanceof HttpError) return error.code;
    throw error;
  }
};

describe('the registration of a client', () => {
  it('keeps its name and its redirect URIs, and ignores what it does not know', () => {
    const body = {
      client_name: 'Assistant',
      redirect_uris: [BACK, BACK, 'http://localhost/back'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      logo_uri: 'https://assistant.example/logo.png',
      __proto__: null,
    };
    expect(readClientMetadata(body)).toEqual({ name: 'Assistant', redirectUris: [BACK, 'http://localhost/back'] });
  });

  it('is named after its host if it has no name', () => {
    expect(readClientMetadata({ redirect_uris: [BACK] }).name).toBe('assistant.example');
  });

  it.each([
    { body: null, code: 'invalid_client_metadata' },
    { body: [], code: 'invalid_client_metadata' },
    { body: {}, code: 'invalid_redirect_uri' },
    { body: { redirect_uris: [] }, code: 'invalid_redirect_uri' },
    { body: { redirect_uris: BACK }, code: 'invalid_redirect_uri' },
    { body: { redirect_uris: ['javascript:alert(1)'] }, code: 'invalid_redirect_uri' },
    { body: { redirect_uris: [BACK, 7] }, code: 'invalid_redirect_uri' },
    { body: { redirect_uris: Array.from({ length: 11 }, (_, at) => `${BACK}${at}`) }, code: 'invalid_redirect_uri' },
    {
      body: { redirect_uris: [BACK], token_endpoint_auth_method: 'client_secret_basic' },
      code: 'invalid_client_metadata',
    },
    { body: { redirect_uris: [BACK], grant_types: ['implicit'] }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], grant_types: 'authorization_code' }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], response_types: ['token'] }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], client_name: '' }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], client_name: 7 }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], client_name: 'a\nb' }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], client_name: '\u202etnatsissA' }, code: 'invalid_client_metadata' },
    { body: { redirect_uris: [BACK], client_name: 'a'.repeat(81) }, code: 'invalid_client_metadata' },
  ])('is refused with $code: $body', ({ body, code }) => {
    expect(codeOf(body)).toBe(code);
  });

  it('answers every body with metadata or an error of OAuth', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (redirectUris, name, grants) => {
        const code = codeOf({ redirect_uris: redirectUris, client_name: name, grant_types: grants });
        return ['fine', 'invalid_client_metadata', 'invalid_redirect_uri'].includes(code);
      }),
    );
  });
});
