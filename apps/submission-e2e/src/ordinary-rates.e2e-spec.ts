import { createHash, randomUUID } from 'node:crypto';
import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import {
  type ApiAnswer,
  type ApiCall,
  callApi,
  drawImage,
  ServiceReplica,
  sharedStack,
  waitUntil,
} from '@shipyard/testing';
import type { Redis } from 'ioredis';
import { headingOf, openPage } from './page-client';
import { type Failure, logForm, Participant, readmeForm } from './participant';

const ASSET_BYTES = 500_000_000;

/** Tests each limit exactly, without the demo's factor, behind a trusted proxy. */
describe('rates without the demo', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  let redis: Redis;
  let url: string;

  beforeAll(async () => {
    if (stack.view.redisUrl === null) throw new Error('These tests need a redis-server on the PATH');
    redis = await connectRedis(stack.view.redisUrl, createLogger('test'));
    url = (await ServiceReplica.start(stack, { environment: { DEMO: '0', TRUSTED_PROXIES: '127.0.0.1' } })).url;
  });

  afterAll(() => {
    redis.disconnect();
    ServiceReplica.endAll();
  });

  const ask = (method: string, path: string, call: ApiCall = {}) => callApi<Failure>(url, method, path, call);
  const limitOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`));
  const from = (address: string, base = url) =>
    callApi<Failure>(base, 'POST', '/accounts', { json: {}, headers: { 'x-forwarded-for': address } });
  const address = (prefix = '2001:db8') => `${prefix}:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  const newcomer = async () => {
    const handle = `r-${randomUUID().slice(0, 20)}`;
    const json = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10) };
    const { body } = await callApi<{ data: { token: string } }>(credentials.submission_url, 'POST', '/accounts', {
      json,
    });
    return body.data.token;
  };
  const keysWith = async (rate: string, count: string) => {
    const keys = await redis.keys(`limit:${rate}:*`);
    const counts = await Promise.all(keys.map((key) => redis.get(key)));
    return keys.filter((_, at) => counts[at] === count);
  };
  /** Sets the counter of this rate that `work` creates, once it has the value of `work`. */
  const fill = async (rate: string, used: number, work: () => Promise<unknown>, settled = 1) => {
    const before = new Set(await redis.keys(`limit:${rate}:*`));
    await work();
    const [counter, another] = (await redis.keys(`limit:${rate}:*`)).filter((key) => !before.has(key));
    if (counter === undefined || another !== undefined) throw new Error(`One new counter of ${rate} is expected`);
    await waitUntil(
      () => redis.get(counter),
      (count) => count === String(settled),
    );
    await redis.set(counter, used, 'KEEPTTL');
    return counter;
  };

  it('are told on a page to those who ask a page, in their language, and its style has no rate', async () => {
    const { origin: site } = new URL(url);
    const headers = { 'x-forwarded-for': address() };
    const form = { email: `${randomUUID()}@example.com` };
    for (let at = 0; at < 5; at += 1) expect((await openPage(site, '/reset', { form, headers })).status).toBe(303);
    const refused = await openPage(site, '/reset', { form, headers: { ...headers, 'accept-language': 'zh' } });
    expect([refused.status, headingOf(refused.html)]).toEqual([
      429,
      expect.stringMatching(/^太快了，请 \d+ 秒后再试。$/),
    ]);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`${site}/styles/any.css`, { headers })).headers.has('ratelimit-limit')).toBe(false);
    expect((await openPage(site, '/styleguide', { headers })).status).toBe(404);
  });

  it('allow 60 s of rendering per account and hour across all its tokens, and refuse before rendering', async () => {
    const token = await newcomer();
    const owner = new Participant(url, token, credentials.program_id);
    const slug = await owner.createProject();
    const before = new Set(await redis.keys('limit:render_time:*'));
    await owner.putReadme(slug, '# A');
    const [counter, another] = (await redis.keys('limit:render_time:*')).filter((key) => !before.has(key));
    if (counter === undefined || another !== undefined) throw new Error('One new counter is expected');
    expect(Number(await redis.get(counter))).toBeGreaterThan(0);
    await redis.set(counter, 60_000, 'KEEPTTL');
    const refusal = await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm('# B') });
    expect(refusal).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await redis.get(counter)).toBe('60000');
    const preview = await ask('POST', `/projects/${slug}/readme/preview`, { token, json: { markdown: '# C' } });
    expect([preview.status, preview.body.error]).toEqual([429, 'RATE_LIMITED']);
    const synced = await ask('POST', '/projects/sync', {
      token,
      json: { project_id: await owner.projectId(slug), readme_markdown: '# C' },
    });
    expect(synced).toMatchObject({ status: 429 });
    // Requests without rendering continue.
    expect((await ask('PATCH', `/projects/${slug}`, { token, json: { tagline: 'D' } })).status).toBe(200);
  });

  it('allow 120 writes per token and minute', async () => {
    const token = await newcomer();
    const write = () => ask('POST', '/projects', { token, json: {} });
    await fill('writes', 119, write);
    const last = await write();
    expect([last.status, limitOf(last)]).toEqual([400, ['120', '0']]);
    expect([(await write()).body.error, (await ask('GET', '/accounts/me', { token })).status]).toEqual([
      'RATE_LIMITED',
      200,
    ]);
  });

  it('allow 5 exports per account and hour, whatever token asks', async () => {
    const token = await newcomer();
    const second = await ask('POST', '/accounts/tokens', { token, json: { name: 'Second' } });
    const other = (second.body as unknown as { data: { token: string } }).data.token;
    const exports = (by: string) => ask('GET', '/accounts/me/export', { token: by });
    for (const by of [token, other, token, other, token]) expect((await exports(by)).status).toBe(200);
    const refused = await exports(other);
    expect([refused.status, refused.body.error, limitOf(refused)]).toEqual([429, 'RATE_LIMITED', ['5', '0']]);
    expect((await exports(await newcomer())).status).toBe(200);
  });

  it('allow 10 reports per IP address and hour, over all projects', async () => {
    const reports = (sender: string) =>
      ask('POST', '/projects/nowhere-at-all/report', { json: { reason: 'a' }, headers: { 'x-forwarded-for': sender } });
    const [sender, another] = [address(), address()];
    for (let sent = 0; sent < 10; sent += 1) expect((await reports(sender)).status).toBe(404);
    const refused = await reports(sender);
    expect([refused.status, refused.body.error, limitOf(refused)]).toEqual([429, 'RATE_LIMITED', ['10', '0']]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await reports(another)).status).toBe(404);
  });

  it('allow 200 registrations per IP address and hour, as the trusted proxy reports it', async () => {
    const caller = address();
    const first = await from(caller);
    expect([first.status, limitOf(first)]).toEqual([400, ['200', '199']]);
    expect(limitOf(await from(caller))).toEqual(['200', '198']);
    // A /64 counts as one. The caller wrote what comes before the last address.
    expect(limitOf(await from(caller.replace('::1', '::2')))).toEqual(['200', '197']);
    expect(limitOf(await from(`198.51.100.7, ${caller}`))).toEqual(['200', '196']);
    const other = address();
    await fill('registration', 199, () => from(other));
    expect([(await from(other)).status, (await from(other)).status, (await from(address())).status]).toEqual([
      400, 429, 400,
    ]);
  });

  it("use the connection's address if its proxy is not trusted", async () => {
    const elsewhere = await ServiceReplica.start(stack, {
      environment: { TRUSTED_PROXIES: '127.0.0.2,198.51.100.0/24' },
    });
    const remaining = async (base: string) => Number(limitOf(await from(address(), base))[1]);
    const first = await remaining(credentials.submission_url);
    expect([await remaining(elsewhere.url), await remaining(credentials.submission_url)]).toEqual([
      first - 1,
      first - 2,
    ]);
  });

  it('use the nearest address that is not a trusted proxy', async () => {
    const behindTwo = await ServiceReplica.start(stack, {
      environment: { DEMO: '0', TRUSTED_PROXIES: '127.0.0.0/8, 198.51.100.0/24' },
    });
    const caller = address();
    expect(limitOf(await from(`203.0.113.9, ${caller}, 198.51.100.7`, behindTwo.url))).toEqual(['200', '199']);
    expect(limitOf(await from(`${caller}, 198.51.100.8, 127.0.0.3`, behindTwo.url))).toEqual(['200', '198']);
  });

  it('are checked after route, token and suspension, and before body, project, owner and state', async () => {
    const token = await newcomer();
    await fill('writes', 120, () => ask('POST', '/projects', { token, json: {} }));
    const broken = { token, body: '{', headers: { 'content-type': 'application/json' } };
    const asked: [string, ApiAnswer<Failure>][] = [
      ['NOT_FOUND', await ask('POST', '/nowhere', { token })],
      ['AUTH_TOKEN_MISSING', await ask('POST', '/projects', { json: {} })],
      ['AUTH_TOKEN_INVALID', await ask('POST', '/projects', { ...broken, token: 'pst_x' })],
      ['RATE_LIMITED', await ask('POST', '/projects', broken)],
      ['RATE_LIMITED', await ask('POST', '/projects', { token, json: { colour: 'red' } })],
      ['RATE_LIMITED', await ask('PUT', '/projects/nowhere/readme', { token, form: readmeForm(' ') })],
      ['RATE_LIMITED', await ask('PATCH', '/projects/nowhere', { token, json: {} })],
      ['RATE_LIMITED', await ask('POST', '/projects/nowhere/review/request', { token })],
    ];
    expect(asked.map(([, { body }]) => body.error)).toEqual(asked.map(([code]) => code));
    await stack.query(
      'submission',
      'UPDATE accounts SET suspended_at = now() WHERE id = (SELECT account_id FROM api_tokens WHERE token_hash = $1)',
      [createHash('sha256').update(token).digest()],
    );
    expect((await ask('POST', '/projects', broken)).body.error).toBe('FORBIDDEN');
    const caller = address();
    await fill('registration', 200, () => from(caller));
    const register = { body: '{', headers: { 'content-type': 'application/json', 'x-forwarded-for': caller } };
    expect((await ask('POST', '/accounts', register)).body.error).toBe('RATE_LIMITED');
  });

  it('allow ten reviews per project and day', async () => {
    const token = await newcomer();
    const somebody = new Participant(url, token, credentials.program_id);
    const [refused, slug] = [await somebody.createProject(), await somebody.createReadyProject('# Ready')];
    const review = (of: string) => ask('POST', `/projects/${of}/review/request`, { token });
    // A refused start does not count.
    const counter = await fill('reviews', 9, () => review(refused), 0);
    expect((await review(refused)).body.error).toBe('REVIEW_NOT_READY');
    await waitUntil(
      () => redis.get(counter),
      (used) => used === '9',
    );

    await fill(
      'reviews',
      9,
      async () => {
        await stack.query('submission', `UPDATE projects SET state = 'approved_to_ship' WHERE slug = $1`, [slug]);
        await review(slug);
        await stack.query('submission', `UPDATE projects SET state = 'draft' WHERE slug = $1`, [slug]);
      },
      0,
    );
    expect((await review(slug)).status).toBe(202);
    const eleventh = await review(slug);
    expect([eleventh.status, eleventh.body.error, limitOf(eleventh)]).toEqual([429, 'RATE_LIMITED', ['10', '0']]);
  });

  it('allow 600 reads, 6,000 images and 60 searches per IP address and minute', async () => {
    const somebody = new Participant(url, await newcomer(), credentials.program_id);
    const slug = await somebody.createProject();
    const image = new URL(
      (await somebody.uploadAsset(await somebody.projectId(slug), await drawImage())).body.data.url,
      url,
    ).pathname.replace('/api/v1', '');
    const caller = address();
    const read = (path: string, by = caller) => ask('GET', path, { headers: { 'x-forwarded-for': by } });
    const paths = ['/projects', `/projects/${slug}`, `/projects/${slug}/logs`, '/programs', '/openapi.json'];
    for (const [at, path] of paths.entries())
      expect([path, limitOf(await read(path))]).toEqual([path, ['600', String(599 - at)]]);
    // A /64 counts as one.
    expect(limitOf(await read('/projects', caller.replace('::1', '::2')))).toEqual(['600', '594']);
    expect(limitOf(await read('/projects?q=solar'))).toEqual(['60', '59']);
    expect(limitOf(await read(`/programs/${credentials.program_id}/projects?q=solar`))).toEqual(['60', '58']);
    expect(limitOf(await read(image))).toEqual(['6000', '5999']);
    expect(
      limitOf(await callApi(new URL(url).origin, 'GET', '/readyz', { headers: { 'x-forwarded-for': caller } })),
    ).toEqual([null, null]);

    const other = address();
    await fill('anonymous_reads', 600, () => read('/projects', other));
    const refused = await read('/projects', other);
    expect([
      refused.status,
      refused.body.error,
      limitOf(refused),
      refused.headers.get('access-control-allow-origin'),
    ]).toEqual([429, 'RATE_LIMITED', ['600', '0'], '*']);
    expect([
      (await read(image, other)).status,
      (await somebody.refused('GET', '/projects', { headers: { 'x-forwarded-for': other } })).status,
    ]).toEqual([200, 200]);
    const searcher = address();
    await fill('searches', 60, () => read('/projects?q=solar', searcher));
    expect([(await read('/projects?q=solar', searcher)).status, (await read('/projects', searcher)).status]).toEqual([
      429, 200,
    ]);
  });

  it('allow 300 checks of a slug per IP address and minute, with and without a token', async () => {
    const token = await newcomer();
    const check = (caller: string, call: ApiCall = {}) =>
      ask('GET', '/slugs/a-new-one', { ...call, headers: { 'x-forwarded-for': caller } });
    const caller = address();
    await fill('slug_checks', 299, () => check(caller));
    expect(limitOf(await check(caller, { token }))).toEqual(['300', '0']);
    for (const call of [{}, { token }]) expect((await check(caller, call)).body.error).toBe('RATE_LIMITED');
    expect((await check(address())).status).toBe(200);
  });

  it('allow 120 images of projects per IP address and minute', async () => {
    const owner = new Participant(url, await newcomer(), credentials.program_id);
    const slug = await owner.createProject();
    const image = (caller: string) =>
      fetch(new URL(`/projects/${slug}/og.png`, url), { headers: { 'x-forwarded-for': caller } });
    const caller = address();
    await fill('drawn_images', 119, () => image(caller));
    expect([(await image(caller)).status, (await image(caller)).status, (await image(address())).status]).toEqual([
      200, 429, 200,
    ]);
  });

  it('allow 60 reads of the sitemap per IP address and minute', async () => {
    const { origin: site } = new URL(url);
    const headers = { 'x-forwarded-for': address() };
    await fill('sitemaps', 60, () => openPage(site, '/sitemap.xml', { headers }));
    for (const path of ['/sitemap.xml', '/sitemap-1.xml'])
      expect((await openPage(site, path, { headers })).status).toBe(429);
    expect((await openPage(site, '/feed.atom', { headers })).status).toBe(200);
  });

  it('allow ten sign-ins per email and minute, separately for each IP address', async () => {
    const handle = `r-${randomUUID().slice(0, 20)}`;
    const account = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10) };
    await callApi(credentials.submission_url, 'POST', '/accounts', { json: account });
    const signIn = (caller: string, password: string, email = account.email) =>
      ask('POST', '/accounts/login', { json: { email, password }, headers: { 'x-forwarded-for': caller } });
    const [attacker, owner, another] = [address(), address(), address()];
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push(
        (await signIn(attacker, 'a wrong password', count % 2 ? account.email : account.email.toUpperCase())).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await signIn(attacker, account.password)).body.error).toBe('RATE_LIMITED');
    expect((await signIn(owner, account.password)).status).toBe(200);

    // As if many addresses had guessed.
    const [counter = ''] = await keysWith('password_guesses', '10');
    await redis.set(counter, 100, 'KEEPTTL');
    const guess = await signIn(another, 'a wrong password');
    expect([guess.status, limitOf(guess)]).toEqual([401, ['1', '0']]);
    expect((await signIn(another, 'a wrong password')).body.error).toBe('RATE_LIMITED');
    expect((await signIn(address(), account.password)).status).toBe(200);
  });

  it('allow five requests for a reset per email and IP address, and 100 per IP address, known or not', async () => {
    const email = `r-${randomUUID()}@example.com`;
    const request = (caller: string, to: string) =>
      ask('POST', '/accounts/reset-request', { json: { email: to }, headers: { 'x-forwarded-for': caller } });
    const [caller, another] = [address(), address()];
    const answers: ApiAnswer<Failure>[] = [];
    for (let count = 0; count < 6; count += 1)
      answers.push(await request(caller, count % 2 ? email : email.toUpperCase()));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(5).fill(200), 429]);
    expect(limitOf(answers[0] as ApiAnswer<Failure>)).toEqual(['5', '4']);
    expect([(await request(another, email)).status, (await request(caller, `x${email}`)).status]).toEqual([200, 200]);
    const busy = address();
    await fill('reset_requests', 100, () => request(busy, `a${email}`));
    expect((await request(busy, `b${email}`)).body.error).toBe('RATE_LIMITED');
  });

  it('allow five requests for a link of confirmation per account and hour, across its tokens', async () => {
    const token = await newcomer();
    const json = { name: 'Another' };
    const { body } = await callApi<{ data: { token: string } }>(url, 'POST', '/accounts/tokens', { token, json });
    const request = (by: string) => ask('POST', '/accounts/me/confirm-request', { token: by });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await request(count % 2 ? token : body.data.token)).status);
    expect(statuses).toEqual([...Array<number>(5).fill(202), 429]);
  });

  it('allow 60 confirmations of an email per IP address and minute', async () => {
    const confirm = (caller: string) =>
      ask('POST', '/accounts/confirm', { json: { confirm_token: 'x' }, headers: { 'x-forwarded-for': caller } });
    const caller = address();
    await fill('confirmations', 60, () => confirm(caller));
    expect([(await confirm(caller)).status, (await confirm(address())).status]).toEqual([429, 400]);
  });

  it('allow 60 resets per IP address and minute', async () => {
    const reset = (caller: string) =>
      ask('POST', '/accounts/reset', {
        json: { reset_token: 'prt_x', password: 'x'.repeat(10) },
        headers: { 'x-forwarded-for': caller },
      });
    const caller = address();
    await fill('resets', 60, () => reset(caller));
    expect([(await reset(caller)).status, (await reset(address())).status]).toEqual([429, 410]);
  });

  it.each([
    ['PATCH', '/accounts/me', { password: 'another password', current_password: 'a wrong one' }],
    ['POST', '/accounts/totp', { password: 'a wrong one' }],
    ['DELETE', '/accounts/totp', { password: 'a wrong one', code: '123456' }],
  ])('count attempts at the current password separately for each IP address: %s %s', async (method, path, json) => {
    const token = await newcomer();
    const attempt = (caller: string) => ask(method, path, { token, json, headers: { 'x-forwarded-for': caller } });
    const caller = address();
    await fill('password_check', 10, () => attempt(caller));
    expect([(await attempt(caller)).body.error, (await attempt(address())).body.error]).toEqual([
      'RATE_LIMITED',
      'LOGIN_INVALID',
    ]);
  });

  it('allow 500 MB of images per token and hour', async () => {
    const token = await newcomer();
    const somebody = new Participant(url, token, credentials.program_id);
    const slug = await somebody.createProject();
    const image = await drawImage();
    const body = Buffer.from(await new Response(logForm('A', 'a', [image])).arrayBuffer());
    const boundary = body.toString('latin1', 2, body.indexOf('\r\n'));
    const append = () =>
      ask('POST', `/projects/${slug}/logs`, {
        token,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: new Uint8Array(body),
      });
    const counter = await fill('asset_bytes', ASSET_BYTES - body.length, append, image.length);
    expect((await append()).status).toBe(201);
    // Only the image counts, not the announced length.
    await waitUntil(
      () => redis.get(counter),
      (used) => Number(used) === ASSET_BYTES - body.length + image.length,
    );
    const refused = await append();
    expect([refused.status, refused.body.error, limitOf(refused)[0]]).toEqual([
      429,
      'RATE_LIMITED',
      String(ASSET_BYTES),
    ]);
  });
});
