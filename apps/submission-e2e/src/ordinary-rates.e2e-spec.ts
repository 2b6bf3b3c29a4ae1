import { createHash, randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiCall, callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { headingOf, openPage } from './page-client';
import { type Failure, logForm, Participant, readmeForm } from './participant';
import { rateParty } from './rate-party';

const ASSET_BYTES = 500_000_000;

/** Tests each limit of reads and writes exactly. */
describe('rates without the demo', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { url, redis, ask, limitOf, from, address, newcomer, fill } = rateParty(stack);

  it('are told on a page to those who ask a page, in their language, and its style has no rate', async () => {
    const { origin: site } = new URL(url());
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
    const owner = new Participant(url(), token, credentials.program_id);
    const slug = await owner.createProject();
    const before = new Set(await redis().keys('limit:render_time:*'));
    await owner.putReadme(slug, '# A');
    const [counter, another] = (await redis().keys('limit:render_time:*')).filter((key) => !before.has(key));
    if (counter === undefined || another !== undefined) throw new Error('One new counter is expected');
    expect(Number(await redis().get(counter))).toBeGreaterThan(0);
    await redis().set(counter, 60_000, 'KEEPTTL');
    const refusal = await owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm('# B') });
    expect(refusal).toMatchObject({ status: 429, body: { error: 'RATE_LIMITED' } });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await redis().get(counter)).toBe('60000');
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

  it('allow 1,200 reads per account and minute, whatever token asks, and as many requests of assistants', async () => {
    const token = await newcomer();
    const second = await ask('POST', '/accounts/tokens', { token, json: { name: 'Second' } });
    const other = (second.body as unknown as { data: { token: string } }).data.token;
    const read = (by: string) => ask('GET', '/accounts/me/projects/titles', { token: by });
    await fill('token_reads', 1_199, () => read(token));
    expect([(await read(other)).status, limitOf(await read(token))]).toEqual([200, ['1200', '0']]);
    expect((await read(other)).body.error).toBe('RATE_LIMITED');
    const call = () =>
      fetch(new URL('/mcp', url()), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    await fill('assistant_calls', 1_200, call);
    expect((await call()).status).toBe(429);
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
    const somebody = new Participant(url(), token, credentials.program_id);
    const [refused, slug] = [await somebody.createProject(), await somebody.createReadyProject('# Ready')];
    const review = (of: string) => ask('POST', `/projects/${of}/review/request`, { token });
    // A refused start does not count.
    const counter = await fill('reviews', 9, () => review(refused), 0);
    expect((await review(refused)).body.error).toBe('REVIEW_NOT_READY');
    await waitUntil(
      () => redis().get(counter),
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
    const somebody = new Participant(url(), await newcomer(), credentials.program_id);
    const slug = await somebody.createProject();
    const image = new URL(
      (await somebody.uploadAsset(await somebody.projectId(slug), await drawImage())).body.data.url,
      url(),
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
      limitOf(await callApi(new URL(url()).origin, 'GET', '/readyz', { headers: { 'x-forwarded-for': caller } })),
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
    const owner = new Participant(url(), await newcomer(), credentials.program_id);
    const slug = await owner.createProject();
    const image = (caller: string) =>
      fetch(new URL(`/projects/${slug}/og.png`, url()), { headers: { 'x-forwarded-for': caller } });
    const caller = address();
    await fill('drawn_images', 119, () => image(caller));
    expect([(await image(caller)).status, (await image(caller)).status, (await image(address())).status]).toEqual([
      200, 429, 200,
    ]);
  });

  it('allow 60 reads of the sitemap per IP address and minute', async () => {
    const { origin: site } = new URL(url());
    const headers = { 'x-forwarded-for': address() };
    await fill('sitemaps', 60, () => openPage(site, '/sitemap.xml', { headers }));
    for (const path of ['/sitemap.xml', '/sitemap-1.xml'])
      expect((await openPage(site, path, { headers })).status).toBe(429);
    expect((await openPage(site, '/feed.atom', { headers })).status).toBe(200);
  });

  it('allow 500 MB of images per token and hour', async () => {
    const token = await newcomer();
    const somebody = new Participant(url(), token, credentials.program_id);
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
      () => redis().get(counter),
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
