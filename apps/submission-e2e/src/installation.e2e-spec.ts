import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createLogger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { connectRedis } from '@shipyard/platform/redis';
import { callApi, drawImage, ServiceReplica, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import type { Redis } from 'ioredis';
import { headingOf, openPage } from './page-client';
import { type Failure, Participant } from './participant';

/** Rates, registration, and the last writes of a process, which depend on the installation. */
describe('an installation behind https that is closed to newcomers', () => {
  let stack: TestStack;
  let redis: Redis;
  let url: string;
  let token: string;
  const logger = createLogger('test');

  beforeAll(async () => {
    stack = await startTestStack({
      environment: { REGISTRATION: 'closed', SUBMISSION_PUBLIC_URL: 'https://ship.example' },
      starts: ['submission'],
    });
    url = stack.credentials.submission_url;
    token = stack.credentials.participant.token;
    if (stack.view.redisUrl === null) throw new Error('These tests need a redis-server on the PATH');
    redis = await connectRedis(stack.view.redisUrl, logger);
  });

  afterAll(async () => {
    ServiceReplica.endAll();
    redis.disconnect();
    await stack.stop();
  });

  const write = () => callApi<Failure>(url, 'POST', '/projects', { token, json: {} });
  const headersOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));

  const counterOf = async (rate: string): Promise<string> => {
    const keys = await redis.keys(`limit:${rate}:*`);
    if (keys.length !== 1 || keys[0] === undefined)
      throw new Error(`One counter of ${rate} is expected, not ${keys.length}`);
    return keys[0];
  };

  it('refuses registration', async () => {
    const json = { handle: 'new-comer', display_name: 'A', email: 'a@example.com', password: 'x'.repeat(10) };
    const { status, body } = await callApi<Failure>(url, 'POST', '/accounts', { json });
    expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
    const { display_name, handle, email, password } = json;
    for (const form of [undefined, { display_name, handle, email, password }]) {
      const page = await openPage(stack.submissionUrl, '/join', { form });
      expect([page.status, headingOf(page.html)]).toEqual([form ? 403 : 200, 'Nobody can join here right now']);
      expect(page.html).not.toContain('<form');
    }
  });

  it('has limits a hundred times as high in the demo, counted in Redis over all replicas', async () => {
    await redis.flushdb();
    expect(headersOf(await write())).toEqual(['12000', '11999']);
    const counter = await counterOf('writes');
    expect(await redis.pttl(counter)).toBeGreaterThan(0);
    expect(counter).not.toContain(token);

    await redis.set(counter, 11_999, 'KEEPTTL');
    expect([(await write()).status, (await write()).status]).toEqual([400, 429]);
    const refused = await write();
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.body.error, refused.body.details]).toEqual(['RATE_LIMITED', { retry_after_seconds: wait }]);
    expect(headersOf(refused)).toEqual(['12000', '0']);
    expect(wait).toBeLessThanOrEqual(60);
    // The order is token, rate, body.
    expect((await callApi<Failure>(url, 'POST', '/projects', { token: 'pst_x', json: {} })).status).toBe(401);
    expect(
      (
        await callApi<Failure>(url, 'POST', '/projects', {
          token,
          body: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(429);
    expect((await callApi(url, 'GET', '/accounts/me', { token })).status).toBe(200);
    await redis.flushdb();
  });

  it('sets a cookie that only https and this host can have, and counts sign-ins by address and by email', async () => {
    await redis.flushdb();
    const { email, password } = stack.credentials.participant;
    const signIn = (address: string) =>
      callApi<Failure>(url, 'POST', '/accounts/login', { json: { email: address, password } });
    const answer = await signIn(email);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-shipyard_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headersOf(answer)).toEqual(['1000', '999']);

    const byEmail = await counterOf('log_in_email');
    await redis.set(byEmail, 1_000, 'KEEPTTL');
    const refused = await signIn(email.toUpperCase());
    expect([refused.status, refused.body.error, headersOf(refused)]).toEqual([429, 'RATE_LIMITED', ['1000', '0']]);
    expect((await signIn('nobody@example.com')).status).toBe(401);

    await redis.set(await counterOf('log_in_address'), 10_000, 'KEEPTTL');
    expect(headersOf(await signIn('somebody@example.com'))).toEqual(['10000', '0']);
    await redis.flushdb();
  });

  it('counts attempts with the current password by account, over all its tokens', async () => {
    await redis.flushdb();
    const change = (json: object, by = token) => callApi<Failure>(url, 'PATCH', '/accounts/me', { token: by, json });
    const guess = { password: 'another password', current_password: 'a wrong one' };
    expect([(await change(guess)).body.error, (await change({ bio: 'No try' })).status]).toEqual([
      'LOGIN_INVALID',
      200,
    ]);
    const counter = await counterOf('password_check');
    expect(await redis.get(counter)).toBe('1');
    await redis.set(counter, 1_000, 'KEEPTTL');
    const refused = await change(guess);
    expect([refused.status, refused.body.error, headersOf(refused)]).toEqual([429, 'RATE_LIMITED', ['1000', '0']]);
    expect((await change({ bio: 'No try' })).status).toBe(200);
    expect((await change(guess, stack.credentials.other_participant.token)).body.error).toBe('LOGIN_INVALID');
    await redis.flushdb();
  });

  it('counts the images of an upload, and nothing else of it', async () => {
    const participant = new Participant(url, token, stack.credentials.program_id);
    const slug = await participant.createProject();
    const image = await drawImage();
    await participant.appendLog(slug, 'An image', 'It is this.', [image]);
    const used = async () => Number(await redis.get(await counterOf('asset_bytes')));
    await waitUntil(used, (bytes) => bytes === image.length);
    await participant.putReadme(slug, '# Words alone');
    await waitUntil(used, (bytes) => bytes === image.length);
  });

  it('never counts past a limit, even if many replicas count at once', async () => {
    const rate = { limit: 20, windowMs: 60_000 };
    const [limiter, other] = [new RateLimiter(redis, logger), new RateLimiter(redis, logger)];
    const decisions = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 ? limiter : other).take('race', rate)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(20);
    await limiter.giveBack('race', 5);
    expect(await limiter.take('race', rate, 6)).toMatchObject({ allowed: false, remaining: 5 });
    expect(await limiter.take('race', rate, 5)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await redis.pttl('limit:race')).toBeGreaterThan(0);
    await limiter.giveBack('race', 1_000);
    expect(await redis.get('limit:race')).toBe('0');
    const bytes = { limit: 50_000_000_000_000, windowMs: 60_000 };
    await limiter.take('large', bytes, 49_999_999_999_999);
    expect(await limiter.take('large', bytes, 1)).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limiter.take('large', bytes, 1)).allowed).toBe(false);
  });

  it('counts in each process while Redis is unavailable, sign-ins too, logs that once, and then shares the counts again', async () => {
    if (stack.redis === null) return;
    await redis.flushdb();
    const ordinary = await ServiceReplica.start(stack, { environment: { DEMO: '0' } });
    const signIn = () =>
      callApi(ordinary.url, 'POST', '/accounts/login', {
        json: { email: 'somebody-else@example.com', password: 'a wrong password' },
      });
    await write();
    expect((await signIn()).status).toBe(401);
    await stack.redis.pause();
    const remaining: number[] = [];
    for (let count = 0; count < 3; count += 1) remaining.push(Number(headersOf(await write())[1]));
    expect(remaining).toEqual([11_999, 11_998, 11_997]);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await signIn()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const lines = async () => (await readFile(path.join(stack.dataDir, 'logs/submission.log'), 'utf8')).split('\n');
    expect((await lines()).filter((line) => line.includes('each process counts rate limits by itself'))).toHaveLength(
      1,
    );
    await stack.redis.resume();
    await waitUntil(write, (answer) => Number(headersOf(answer)[1]) > 11_997);
  });

  it('writes the uses of tokens down before it ends', async () => {
    await stack.query('submission', 'UPDATE api_tokens SET last_used_at = NULL');
    const last = await callApi(url, 'GET', '/accounts/me', { token: stack.credentials.minor_participant.token });
    expect(last.status).toBe(200);
    await stack.processes.submission.pause();
    const rows = await stack.query(
      'submission',
      `SELECT account.handle FROM api_tokens token JOIN accounts account ON account.id = token.account_id WHERE token.last_used_at IS NOT NULL`,
    );
    expect(rows).toContainEqual({ handle: stack.credentials.minor_participant.handle });
  });
});
