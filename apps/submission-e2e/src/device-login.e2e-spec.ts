import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { PASSWORD } from './newcomer';
import { DEVICE_GRANT, type ProtocolFailure, sendForm } from './oauth-client';
import { headingOf } from './page-client';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

interface DeviceAnswer {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
}

interface TokenView {
  name: string;
  last4: string;
  client_id: string | null;
  scopes: string[] | null;
  expires_at: string | null;
}

describe('the log-in of the command line', () => {
  const stack = sharedStack();
  const { submissionUrl: site } = stack;
  const { submission_url: apiUrl } = stack.credentials;

  const begin = async (form: Record<string, string> = { device_name: 'noor-laptop' }) =>
    (await sendForm<DeviceAnswer>(site, '/oauth/device_authorization', { client_id: 'shipyard-cli', ...form })).body;
  const poll = (deviceCode: string, form: Record<string, string> = {}) =>
    sendForm(site, '/oauth/token', {
      grant_type: DEVICE_GRANT,
      device_code: deviceCode,
      client_id: 'shipyard-cli',
      ...form,
    });
  /** As if the device had waited for as long as it should. */
  const wait = () =>
    stack.query('submission', `UPDATE oauth_device_requests SET polled_at = polled_at - interval '10 minutes'`);
  const outcomeOf = async (deviceCode: string) => {
    const { status, body } = await poll(deviceCode);
    return status === 200 ? 'token' : body.error;
  };
  const newcomer = () => StudioVisitor.newcomer(site, apiUrl);
  const decide = (visitor: StudioVisitor, userCode: string, form: Record<string, string>) =>
    visitor.fill(`/device?user_code=${userCode}`, { user_code: userCode, ...form }, { action: '/device' });
  const signInLongAgo = (accountId: string) =>
    stack.query(
      'submission',
      `UPDATE sessions SET authenticated_at = now() - interval '16 minutes' WHERE account_id = $1`,
      [accountId],
    );
  const tokensOf = (accountId: string) =>
    stack.query('submission', 'SELECT name FROM api_tokens WHERE account_id = $1 AND client_id IS NOT NULL', [
      accountId,
    ]);

  it('starts with two codes and the page to open', async () => {
    const { status, headers, body } = await sendForm<DeviceAnswer>(site, '/oauth/device_authorization', {
      client_id: 'shipyard-cli',
      device_name: 'noor-laptop',
    });
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'no-store',
      expect.stringMatching(/^application\/json/),
    ]);
    expect(body).toEqual({
      device_code: expect.stringMatching(/^pdc_[0-9A-Za-z]{38}$/) as string,
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/) as string,
      verification_uri: `${site}/device`,
      verification_uri_complete: `${site}/device?user_code=${body.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    const stored = await stack.query('submission', 'SELECT d::text AS row FROM oauth_device_requests d');
    expect(JSON.stringify(stored)).not.toContain(body.device_code.slice(4));
    expect(JSON.stringify(stored)).not.toContain(body.user_code);
  });

  it('gives a token of 90 days once its person allows it on the page', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    expect(await outcomeOf(deviceCode)).toBe('authorization_pending');
    const page = await visitor.open(`/device?user_code=${userCode.toLowerCase().replace('-', '')}`);
    expect([page.status, headingOf(page.html)]).toEqual([200, 'Allow the command line']);
    for (const fact of [userCode, 'noor-laptop', `@${person.handle}`]) expect(page.html).toContain(fact);
    for (const absent of ['name="password"', 'work of staff']) expect(page.html).not.toContain(absent);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);

    const allowed = await decide(visitor, userCode, { decision: 'allow' });
    expect([allowed.status, allowed.headers.get('location')]).toEqual([303, '/device/allowed']);
    expect(headingOf((await visitor.open('/device/allowed')).html)).toBe('You are logged in there');
    const { status, headers, body } = await poll(deviceCode);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^pst_[0-9A-Za-z]{38}$/) as string,
      token_type: 'Bearer',
      expires_in: 7_776_000,
    });
    const me = await callApi<{ data: { account: { handle: string } } }>(apiUrl, 'GET', '/accounts/me', {
      token: body.access_token,
    });
    expect(me.body.data.account.handle).toBe(person.handle);
    const { body: list } = await callApi<{ data: { tokens: TokenView[] } }>(apiUrl, 'GET', '/accounts/tokens', {
      token: person.token,
    });
    expect(list.data.tokens[0]).toMatchObject({
      name: 'Shipyard CLI (noor-laptop)',
      last4: body.access_token.slice(-4),
      client_id: 'shipyard-cli',
      scopes: null,
    });
    const days = (Date.parse(list.data.tokens[0]?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect(await outcomeOf(deviceCode)).toBe('invalid_grant');
  });

  it('gives a token that each use renews for 90 days', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await decide(visitor, userCode, { decision: 'allow' });
    const { access_token: token } = (await poll(deviceCode)).body;
    const ageTo = (days: number) =>
      stack.query(
        'submission',
        `UPDATE api_tokens SET expires_at = now() + make_interval(days => $2) WHERE account_id = $1 AND client_id IS NOT NULL`,
        [person.id, days],
      );
    const daysLeft = async () => {
      const [row] = await stack.query(
        'submission',
        `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer AS days FROM api_tokens WHERE account_id = $1 AND client_id IS NOT NULL`,
        [person.id],
      );
      return row?.days;
    };
    await ageTo(1);
    expect((await callApi(apiUrl, 'GET', '/accounts/me', { token })).status).toBe(200);
    await waitUntil(daysLeft, (days) => days === 90);
    await ageTo(-1);
    expect((await callApi(apiUrl, 'GET', '/accounts/me', { token })).status).toBe(401);
    // A token that its holder made ends when they said.
    const made = {
      token: person.token,
      json: { name: 'A', expires_at: new Date(Date.now() + 86_400_000).toISOString() },
    };
    const { body } = await callApi<{ data: { id: string; token: string } }>(apiUrl, 'POST', '/accounts/tokens', made);
    await callApi(apiUrl, 'GET', '/accounts/me', { token: body.data.token });
    const endOf = async () => {
      const [row] = await stack.query(
        'submission',
        `SELECT last_used_at IS NOT NULL AS used, expires_at < now() + interval '2 days' AS ends FROM api_tokens WHERE id = $1`,
        [body.data.id],
      );
      return row;
    };
    expect(await waitUntil(endOf, (row) => row?.used === true)).toEqual({ used: true, ends: true });
  });

  it('asks staff to type the code, whatever link they follow', async () => {
    const { visitor, person } = await newcomer();
    await stack.query('submission', `UPDATE accounts SET roles = '{participant,reviewer}' WHERE id = $1`, [person.id]);
    const { device_code: deviceCode, user_code: userCode } = await begin();
    const { html } = await visitor.open(`/device?user_code=${userCode}`);
    expect(['name="decision"', `value="${userCode}"`, 'type the code'].map((part) => html.includes(part))).toEqual([
      false,
      false,
      true,
    ]);
    const wrong = await visitor.fill('/device', { user_code: 'BBBB-BBBB' }, { action: '/device' });
    expect([wrong.status, wrong.html.includes('type the code')]).toEqual([404, true]);
    const page = await visitor.fill('/device', { user_code: userCode }, { action: '/device' });
    const says = ['noor-laptop', 'cannot do work of staff'].map((part) => page.html.includes(part));
    expect([page.status, ...says]).toEqual([200, true, true]);
    const form = { csrf_token: csrfTokenIn(page.html), user_code: userCode, decision: 'allow' };
    expect((await visitor.send('/device', form)).headers.get('location')).toBe('/device/allowed');
    expect(await outcomeOf(deviceCode)).toBe('token');
  });

  it('asks a visitor to log in first, and leads back', async () => {
    const { user_code: userCode } = await begin();
    const visitor = new StudioVisitor(site);
    const { status, headers } = await visitor.open(`/device?user_code=${userCode}`);
    expect([status, headers.get('location')]).toEqual([
      303,
      `/login?${new URLSearchParams({ next: `/device?user_code=${userCode}` }).toString()}`,
    ]);
  });

  it('gives nothing when its person refuses, and no later answer changes that', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin({});
    const page = await visitor.open(`/device?user_code=${userCode}`);
    expect(page.html).toContain('It did not say its name');
    const csrf = csrfTokenIn(page.html);
    const refused = await decide(visitor, userCode, { decision: 'refuse' });
    expect(refused.headers.get('location')).toBe('/device/refused');
    expect(await outcomeOf(deviceCode)).toBe('access_denied');
    const late = await visitor.send('/device', { csrf_token: csrf, user_code: userCode, decision: 'allow' });
    expect(late.status).toBe(404);
    expect([await outcomeOf(deviceCode), await tokensOf(person.id)]).toEqual(['access_denied', []]);
  });

  it('tells a device that asks too often to slow down, for longer each time', async () => {
    const { device_code: deviceCode } = await begin();
    const interval = async () => {
      const rows = await stack.query(
        'submission',
        `SELECT interval_seconds AS seconds FROM oauth_device_requests WHERE device_code_hash = sha256($1)`,
        [Buffer.from(deviceCode)],
      );
      return rows[0]?.seconds;
    };
    expect(await outcomeOf(deviceCode)).toBe('authorization_pending');
    expect([await outcomeOf(deviceCode), await interval()]).toEqual(['slow_down', 10]);
    expect([await outcomeOf(deviceCode), await interval()]).toEqual(['slow_down', 15]);
    await wait();
    expect([await outcomeOf(deviceCode), await interval()]).toEqual(['authorization_pending', 15]);
  });

  it('ends after 15 minutes, on the page too', async () => {
    const { visitor } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await stack.query(
      'submission',
      `UPDATE oauth_device_requests SET expires_at = now() WHERE device_code_hash = sha256($1)`,
      [Buffer.from(deviceCode)],
    );
    expect(await outcomeOf(deviceCode)).toBe('expired_token');
    const { status, html } = await visitor.open(`/device?user_code=${userCode}`);
    expect([status, html.includes('No device waits for this code')]).toEqual([404, true]);
  });

  it('gives one token to two polls at once', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await decide(visitor, userCode, { decision: 'allow' });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(deviceCode)));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 5 }, () => 'invalid_grant'), 'token']);
    expect(await tokensOf(person.id)).toHaveLength(1);
  });

  it('counts one of two decisions at once', async () => {
    const { visitor, person } = await newcomer();
    const { user_code: userCode } = await begin();
    const csrf = csrfTokenIn((await visitor.open(`/device?user_code=${userCode}`)).html);
    const answers = await Promise.all(
      ['allow', 'allow', 'allow', 'allow'].map((decision) =>
        visitor.send('/device', { csrf_token: csrf, user_code: userCode, decision }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404]);
    expect(await tokensOf(person.id)).toHaveLength(1);
  });

  it('gives nothing if the token was revoked before the device fetched it', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await decide(visitor, userCode, { decision: 'allow' });
    await callApi(apiUrl, 'DELETE', '/accounts/tokens', { token: person.token });
    expect(await outcomeOf(deviceCode)).toBe('access_denied');
  });

  it('needs the password if the sign-in is old', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await signInLongAgo(person.id);
    expect((await visitor.open(`/device?user_code=${userCode}`)).html).toContain('name="password"');
    const without = await decide(visitor, userCode, { decision: 'allow' });
    expect([without.status, without.html.includes('Enter your password.')]).toEqual([403, true]);
    const wrong = await decide(visitor, userCode, { decision: 'allow', password: 'a wrong password' });
    expect([wrong.status, wrong.html.includes('The password is wrong.')]).toEqual([400, true]);
    expect([await outcomeOf(deviceCode), await tokensOf(person.id)]).toEqual(['authorization_pending', []]);
    const right = await decide(visitor, userCode, { decision: 'allow', password: PASSWORD });
    expect([right.status, await outcomeOf(deviceCode)]).toEqual([303, 'token']);
  });

  it('counts the tokens of devices against the quota', async () => {
    const { visitor, person } = await newcomer();
    const { device_code: deviceCode, user_code: userCode } = await begin();
    await stack.query(
      'submission',
      `INSERT INTO account_quotas (account_id, quota, quota_limit) VALUES ($1, 'tokens', 1)`,
      [person.id],
    );
    const { status, html } = await decide(visitor, userCode, { decision: 'allow' });
    expect([status, html.includes('1 ')]).toEqual([403, true]);
    expect(await outcomeOf(deviceCode)).toBe('authorization_pending');
  });

  it('names a device as it wrote itself, and never as markup', async () => {
    const { visitor } = await newcomer();
    const { user_code: userCode } = await begin({ device_name: '<img src=x>" 号' });
    expect((await visitor.open(`/device?user_code=${userCode}`)).html).toContain('&lt;img src=x&gt;&quot; 号');
  });

  it('is refused without the CSRF token of the session', async () => {
    const { visitor, person } = await newcomer();
    const { user_code: userCode } = await begin();
    const { status } = await visitor.send('/device', { csrf_token: 'x', user_code: userCode, decision: 'allow' });
    expect([status, await tokensOf(person.id)]).toEqual([403, []]);
  });

  it.each<{ path: string; form: Record<string, string>; status?: number; error: string }>([
    { path: 'device_authorization', form: {}, error: 'invalid_request' },
    { path: 'device_authorization', form: { client_id: 'another' }, error: 'unauthorized_client' },
    {
      path: 'device_authorization',
      form: { client_id: 'shipyard-cli', scope: 'projects:read' },
      error: 'invalid_scope',
    },
    {
      path: 'device_authorization',
      form: { client_id: 'shipyard-cli', device_name: 'x'.repeat(61) },
      error: 'invalid_request',
    },
    {
      path: 'device_authorization',
      form: { client_id: 'shipyard-cli', device_name: 'a\nb' },
      error: 'invalid_request',
    },
    { path: 'token', form: {}, error: 'invalid_request' },
    { path: 'token', form: { grant_type: 'password' }, error: 'unsupported_grant_type' },
    { path: 'token', form: { grant_type: DEVICE_GRANT }, error: 'invalid_request' },
    {
      path: 'token',
      form: { grant_type: DEVICE_GRANT, device_code: 'x', client_id: 'shipyard-cli' },
      error: 'invalid_grant',
    },
    { path: 'nothing', form: {}, status: 404, error: 'invalid_request' },
  ])('answers /oauth/$path $form with $error', async ({ path, form, status, error }) => {
    const answer = await sendForm<ProtocolFailure>(site, `/oauth/${path}`, form);
    expect([answer.status, Object.keys(answer.body), answer.body.error]).toEqual([
      status ?? 400,
      ['error', 'error_description'],
      error,
    ]);
  });

  it('takes forms only, each parameter once, and no token of a header', async () => {
    const bodies: [string, string][] = [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', 'client_id=shipyard-cli&client_id=shipyard-cli'],
    ];
    for (const [type, body] of bodies) {
      const response = await fetch(`${site}/oauth/device_authorization`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect([response.status, ((await response.json()) as ProtocolFailure).error]).toEqual([400, 'invalid_request']);
    }
    const { status } = await sendForm(
      site,
      '/oauth/device_authorization',
      { client_id: 'shipyard-cli' },
      { authorization: 'Basic c2hpcHlhcmQtY2xpOg==' },
    );
    expect(status).toBe(200);
  });

  it('is told about by the metadata of the server', async () => {
    const response = await fetch(`${site}/.well-known/oauth-authorization-server`);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await response.json()).toMatchObject({
      issuer: site,
      token_endpoint: `${site}/oauth/token`,
      device_authorization_endpoint: `${site}/oauth/device_authorization`,
      grant_types_supported: expect.arrayContaining([DEVICE_GRANT]) as string[],
    });
  });
});
