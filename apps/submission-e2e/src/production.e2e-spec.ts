import { callApi, ServiceReplica, sharedStack } from '@shipyard/testing';

const FORWARDED = { 'x-forwarded-for': '192.0.2.7' };

interface Readiness {
  status: string;
  checks: Record<string, string>;
  warnings?: string[];
}

describe('a process in production', () => {
  const stack = sharedStack();
  const environment = {
    NODE_ENV: 'production',
    SUBMISSION_PUBLIC_URL: 'https://build.example',
    REDIS_URL: stack.view.redisUrl ?? 'redis://127.0.0.1:1',
  };

  afterEach(() => ServiceReplica.endAll());

  const start = async (more: NodeJS.ProcessEnv = {}) => {
    const replica = await ServiceReplica.start(stack, { environment: { ...environment, ...more } });
    const { origin } = new URL(replica.url);
    return (headers: Record<string, string> = {}) => callApi<Readiness>(origin, 'GET', '/readyz', { headers });
  };

  it('warns in /readyz when X-Forwarded-For arrives and TRUSTED_PROXIES is not set', async () => {
    const ready = await start();
    expect((await ready()).body).not.toHaveProperty('warnings');
    for (const headers of [FORWARDED, {}]) {
      const { status, body } = await ready(headers);
      expect([status, body.warnings]).toEqual([200, [expect.stringContaining('TRUSTED_PROXIES')]]);
      expect(Object.keys(body.checks).sort()).toEqual(['postgres', 'redis', 'store']);
    }
  });

  it('does not warn if TRUSTED_PROXIES names the proxies', async () => {
    const ready = await start({ TRUSTED_PROXIES: '127.0.0.1' });
    expect((await ready(FORWARDED)).body).not.toHaveProperty('warnings');
  });

  it('tells browsers to use https only', async () => {
    const { headers } = await (await start())();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('does not start with a public URL without https', async () => {
    await expect(start({ SUBMISSION_PUBLIC_URL: 'http://build.example' })).rejects.toThrow('A replica did not start');
  });
});
