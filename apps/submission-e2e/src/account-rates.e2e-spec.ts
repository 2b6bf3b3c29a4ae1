import { randomUUID } from 'node:crypto';
import { type ApiAnswer, callApi, ServiceReplica, sharedStack } from '@shipyard/testing';
import { PASSWORD, register } from './newcomer';
import { type ProtocolFailure, sendForm } from './oauth-client';
import { openPage } from './page-client';
import type { Failure } from './participant';
import { rateParty } from './rate-party';
import { StudioVisitor } from './studio-visitor';

/** Tests each limit on registrations, passwords, mailed links and OAuth exactly, and whose address counts. */
describe('rates of accounts without the demo', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { url, redis, ask, limitOf, from, address, newcomer, keysWith, fill } = rateParty(stack);

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

  it('do not tell whether a taken handle and a taken email belong together', async () => {
    const [one, other] = [await register(credentials.submission_url), await register(credentials.submission_url)];
    const pairs = [
      { handle: one.handle, email: one.email },
      { handle: one.handle, email: other.email },
      { handle: one.handle, email: `${randomUUID()}@example.com` },
    ];
    for (const password of [PASSWORD, 'another good password']) {
      const ways = await Promise.all([
        ...pairs.map(async (pair) => {
          const form = { display_name: 'A', ...pair, password, birth_date: '2000-01-31' };
          const sent = { form, headers: { 'x-forwarded-for': address() } };
          return { way: 'page', ...(await openPage(new URL(url()).origin, '/join', sent)) };
        }),
        ...pairs.map(async (pair) => {
          const json = { display_name: 'A', ...pair, password };
          const sent = { json, headers: { 'x-forwarded-for': address() } };
          return { way: 'API', ...(await ask('POST', '/accounts', sent)) };
        }),
      ]);
      for (const each of ['page', 'API']) {
        const told = ways
          .filter(({ way }) => way === each)
          .map((answer) => ({ status: answer.status, names: [...answer.headers.keys()], rate: limitOf(answer) }));
        expect(told).toEqual(Array(3).fill({ ...told[0], status: 409, rate: ['200', '199'] }));
      }
    }
  });

  it('count a form that joins as any other', async () => {
    const origin = new URL(url()).origin;
    const headers = { 'x-forwarded-for': address() };
    const { html } = await openPage(origin, '/join', { headers });
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(html) ?? [];
    const handle = `r-${randomUUID().slice(0, 20)}`;
    const person = { display_name: 'A', handle, email: `${handle}@example.com`, birth_date: '2000-01-31' };
    const fields = { ...person, password: PASSWORD, form_key: key };
    const join = (form: Record<string, string>) => openPage(origin, '/join', { form, headers });
    const answers = [await join(fields), await join(fields), await join({ ...fields, form_key: '' })];
    expect(answers.map((answer) => [answer.status, ...limitOf(answer)])).toEqual([
      [303, '200', '199'],
      [303, '200', '198'],
      [409, '200', '197'],
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
    const page = await openPage(new URL(url()).origin, '/login', {
      form: { email: account.email, password: account.password },
      headers: { 'x-forwarded-for': attacker, 'accept-language': 'zh-CN' },
    });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(page.html).toMatch(/尝试太多次了，请等 \d+ 秒再试。/);
    expect([page.html.includes(`value="${account.email}"`), page.html.includes(account.password)]).toEqual([
      true,
      false,
    ]);
    expect((await signIn(owner, account.password)).status).toBe(200);

    // As if many addresses had guessed.
    const [counter = ''] = await keysWith('password_guesses', '10');
    await redis().set(counter, 100, 'KEEPTTL');
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
    const { body } = await callApi<{ data: { token: string } }>(url(), 'POST', '/accounts/tokens', { token, json });
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

  it.each([
    { rate: 'device_requests', path: '/oauth/device_authorization', limit: 100 },
    { rate: 'client_registrations', path: '/oauth/register', limit: 100 },
    { rate: 'token_requests', path: '/oauth/token', limit: 600 },
    { rate: 'token_requests', path: '/oauth/revoke', limit: 600 },
  ])('allow $limit requests to $path per IP address', async ({ rate, path, limit }) => {
    const { origin } = new URL(url());
    const send = (caller: string) => sendForm<ProtocolFailure>(origin, path, {}, { 'x-forwarded-for': caller });
    const caller = address();
    await fill(rate, limit - 1, () => send(caller));
    const last = await send(caller);
    expect([last.status, limitOf(last)]).toEqual([400, [String(limit), '0']]);
    const refused = await send(caller);
    expect([refused.status, refused.body.error, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'temporarily_unavailable',
      true,
    ]);
    expect((await send(address())).status).toBe(400);
  });

  it('allow 30 wrong codes of devices per account and hour, and any number of right ones', async () => {
    const { visitor } = await StudioVisitor.newcomer(stack.submissionUrl, credentials.submission_url);
    const { body } = await sendForm<{ user_code: string }>(stack.submissionUrl, '/oauth/device_authorization', {
      client_id: 'shipyard-cli',
    });
    const type = async (code: string, by = visitor) =>
      (await openPage(new URL(url()).origin, `/device?user_code=${code}`, { headers: { cookie: by.cookie } })).status;
    await fill('device_codes', 29, () => type('BBBB-BBBB'));
    expect([await type(body.user_code), await type(body.user_code)]).toEqual([200, 200]);
    expect([await type('BBBB-BBBB'), await type('BBBB-BBBB'), await type(body.user_code)]).toEqual([404, 429, 429]);
    const another = await StudioVisitor.newcomer(stack.submissionUrl, credentials.submission_url);
    expect(await type(body.user_code, another.visitor)).toBe(200);
  });
});
