import type { CommandContext } from '../command';
import { CliFailure } from '../failure';
import { Output } from '../output';
import { en } from '../words/en';
import type { Connection } from './connect';
import { signInByDevice } from './device-flow';

const ORIGIN = 'https://shipyard.example';

/** A service that names these pages for its code. The person allows it at once. */
async function signInWhere(pages: { verification_uri: string; verification_uri_complete?: string }) {
  const asked: string[] = [];
  const answers: Record<string, object> = {
    '/.well-known/oauth-authorization-server': {
      device_authorization_endpoint: `${ORIGIN}/oauth/device`,
      token_endpoint: `${ORIGIN}/oauth/token`,
    },
    '/oauth/device': { device_code: 'pdc_a', user_code: 'ABCD', interval: 0, ...pages },
    '/oauth/token': { access_token: 'pst_a' },
  };
  const fetch = ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return Promise.resolve(Response.json(answers[pathname]));
  };
  const context: Pick<CommandContext, 'connect' | 'environment' | 'output' | 'signal' | 'words'> = {
    connect: () => Promise.resolve({ origin: ORIGIN, fetch } as Connection),
    environment: { CI: '1' },
    output: new Output({ json: false, quiet: true, environment: {} }),
    signal: new AbortController().signal,
    words: en,
  };
  const outcome = await signInByDevice(context as CommandContext).catch((error: unknown) => error);
  return { asked, outcome };
}

describe('the sign-in by browser', () => {
  it.each([
    { verification_uri: `${ORIGIN}/device` },
    { verification_uri: 'http://127.0.0.1:3000/device' },
    { verification_uri: 'file:///ignored', verification_uri_complete: `${ORIGIN}/device?user_code=ABCD` },
  ])('opens $verification_uri and gets a token', async (pages) => {
    expect((await signInWhere(pages)).outcome).toBe('pst_a');
  });

  it.each([
    { verification_uri: 'http://shipyard.example/device' },
    { verification_uri: 'file:///etc/passwd' },
    { verification_uri: `${ORIGIN}/device`, verification_uri_complete: 'calculator://run' },
    { verification_uri: '/device' },
  ])('refuses a page of another kind, and asks for no token: $verification_uri', async (pages) => {
    const { asked, outcome } = await signInWhere(pages);
    const named = pages.verification_uri_complete ?? pages.verification_uri;
    expect(outcome instanceof CliFailure ? outcome.facts : outcome).toMatchObject({
      exit: 1,
      error: 'PAGE_REFUSED',
      message: expect.stringContaining(named) as string,
    });
    expect(asked).not.toContain('/oauth/token');
  });
});
