import { callApi, sharedStack } from '@shipyard/testing';
import { Admin, type AdminBody } from './admin-client';
import { GatewayReplica } from './gateway-replica';

const PASSWORD = 'correct horse battery';

describe('sign-in from many addresses', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let gateway: GatewayReplica;

  beforeAll(async () => {
    gateway = await GatewayReplica.start(stack, {
      TRUSTED_PROXIES: '127.0.0.0/8',
      GATEWAY_PUBLIC_URL: 'https://gateway.example',
    });
  });

  afterAll(() => gateway.end('SIGTERM'));

  const signIn = (email: string, address: string, password = 'a wrong password') =>
    callApi<AdminBody<unknown>>(gateway.url, 'POST', '/admin/login', {
      json: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  const statusesOf = async (calls: Parameters<typeof signIn>[]) => {
    const statuses = new Set<number>();
    for (const call of calls) statuses.add((await signIn(...call)).status);
    return [...statuses];
  };
  const hundred = Array.from({ length: 100 }, (_, at) => at);

  it('sets a secure cookie if the public URL is https', async () => {
    await owner.do('POST', '/users', { email: 'one@example.com', password: PASSWORD, role: 'viewer' });
    const { status, headers } = await signIn('one@example.com', '198.51.100.1', PASSWORD);
    expect([status, headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(/^__Secure-gateway_session=[\w-]{43}; .*; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('allows fewer attempts per address for a guessed email, and never locks its owner out', async () => {
    expect(await statusesOf(hundred.map((at) => ['one@example.com', `203.0.113.${at}`]))).toEqual([401]);
    expect((await signIn('one@example.com', '198.51.100.2', PASSWORD)).status).toBe(200);
    expect(await statusesOf([1, 2].map(() => ['one@example.com', '198.51.100.3']))).toEqual([401]);
    const right = await signIn('one@example.com', '198.51.100.3', PASSWORD);
    expect([right.status, right.body.error, Number(right.headers.get('retry-after')) > 0]).toEqual([
      429,
      'RATE_LIMITED',
      true,
    ]);
    expect((await signIn('one@example.com', '198.51.100.2', PASSWORD)).status).toBe(200);
    expect(await statusesOf([1, 2, 3].map(() => ['two@example.com', '198.51.100.3']))).toEqual([401]);
  });

  it('counts an IPv6 /64 as one address', async () => {
    expect(
      await statusesOf(Array.from({ length: 10 }, (_, at) => ['four@example.com', `2001:db8::${at + 1}`])),
    ).toEqual([401]);
    expect((await signIn('four@example.com', '2001:db8::ff')).body.error).toBe('RATE_LIMITED');
    expect((await signIn('four@example.com', '2001:db8:0:1::1')).body.error).toBe('LOGIN_INVALID');
  });

  it('is throttled for an address that guesses at many emails, and for no other', async () => {
    await owner.do('POST', '/users', { email: 'three@example.com', password: PASSWORD, role: 'viewer' });
    expect(await statusesOf(hundred.map((at) => [`guess-${at}@example.com`, '192.0.2.1']))).toEqual([401]);
    expect((await signIn('three@example.com', '192.0.2.1', PASSWORD)).body.error).toBe('RATE_LIMITED');
    expect((await signIn('three@example.com', '192.0.2.2', PASSWORD)).status).toBe(200);
  });
});
