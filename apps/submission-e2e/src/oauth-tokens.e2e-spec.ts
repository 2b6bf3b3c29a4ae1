import { randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { PASSWORD } from './newcomer';
import { OauthClient, sendForm } from './oauth-client';
import { oauthParty } from './oauth-party';
import type { Failure } from './participant';
import { sendTogether, waitingInPostgres } from './send-together';
import { csrfTokenIn } from './studio-visitor';

describe('the token of an app', () => {
  const stack = sharedStack();
  const { program_id: programId } = stack.credentials;
  const { site, apiUrl, newcomer, isLive, tokensOf } = oauthParty(stack);

  afterAll(() => ServiceReplica.endAll());

  describe('is renewed', () => {
    it('by a refresh token that works once and brings the next one', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const first = await client.connect(visitor, { scope: 'projects:read' });
      const { status, body } = await client.refresh(first.refreshToken);
      expect([status, body.scope, body.expires_in]).toEqual([200, 'projects:read', 3_600]);
      expect([await isLive(first.accessToken), await isLive(body.access_token)]).toEqual([false, true]);
      expect(await tokensOf(person.id)).toHaveLength(1);
      expect((await client.refresh(body.refresh_token ?? '')).status).toBe(200);
    });

    it('also after its access token has expired, and counts as live until then', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { accessToken, refreshToken } = await client.connect(visitor);
      await stack.query(
        'submission',
        `UPDATE api_tokens SET expires_at = now() WHERE account_id = $1 AND client_id IS NOT NULL`,
        [person.id],
      );
      expect(await isLive(accessToken)).toBe(false);
      const html = (await visitor.open('/studio/settings')).html;
      expect(html).toMatch(/Connected apps.*Assistant.*see your projects.*Revoke/s);
      const { body } = await client.refresh(refreshToken);
      expect(await isLive(body.access_token)).toBe(true);
    });

    it('never again once a refresh token was used twice: somebody has a copy', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site);
      const { refreshToken } = await client.connect(visitor);
      const { body } = await client.refresh(refreshToken);
      expect((await client.refresh(refreshToken)).body.error).toBe('invalid_grant');
      expect([await isLive(body.access_token), (await client.refresh(body.refresh_token ?? '')).body.error]).toEqual([
        false,
        'invalid_grant',
      ]);
    });

    it('for one of many simultaneous exchanges, which ends the family too', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site);
      const { refreshToken } = await client.connect(visitor);
      const answers = await sendTogether(
        stack,
        {
          lock: 'SELECT FROM api_tokens WHERE client_id = $1 FOR UPDATE',
          values: [client.id],
          arrived: waitingInPostgres(stack, 'SELECT FROM api_tokens'),
        },
        Array.from({ length: 4 }, () => () => client.refresh(refreshToken)),
      );
      expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(3);
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await isLive(won[0]?.body.access_token ?? '')).toBe(false);
    });

    it('for the right client, with known scopes, within 60 days', async () => {
      const { visitor, person } = await newcomer();
      const [client, other] = [await OauthClient.register(site), await OauthClient.register(site)];
      const { accessToken, refreshToken } = await client.connect(visitor);
      expect((await other.refresh(refreshToken)).body.error).toBe('invalid_grant');
      expect((await client.refresh(refreshToken, { scope: 'admin' })).body.error).toBe('invalid_scope');
      expect((await client.refresh('prf_x')).body.error).toBe('invalid_grant');
      expect(await isLive(accessToken)).toBe(true);
      await stack.query(
        'submission',
        `WITH token AS (SELECT id FROM api_tokens WHERE account_id = $1 AND client_id IS NOT NULL)
         UPDATE oauth_refresh_tokens SET expires_at = now() FROM token WHERE token_id = token.id`,
        [person.id],
      );
      expect((await client.refresh(refreshToken)).body.error).toBe('invalid_grant');
    });

    it('for fewer scopes if the client asks, for all again later, and never for more', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site);
      const { refreshToken } = await client.connect(visitor, { scope: 'projects:read projects:write' });
      const mayWrite = async (token: string) =>
        (await callApi(apiUrl, 'POST', '/projects/sync', { token, json: {} })).status === 400;
      const narrowed = await client.refresh(refreshToken, { scope: 'projects:read' });
      expect([narrowed.status, narrowed.body.scope]).toEqual([200, 'projects:read']);
      const { access_token: reader, refresh_token: next = '' } = narrowed.body;
      expect([await isLive(reader), await mayWrite(reader)]).toEqual([true, false]);
      for (const scope of ['projects:read reviews:request', 'reviews:request'])
        expect((await client.refresh(next, { scope })).body.error).toBe('invalid_scope');
      expect(await isLive(reader)).toBe(true);
      const { body } = await client.refresh(next);
      expect([body.scope, await mayWrite(body.access_token)]).toEqual(['projects:read projects:write', true]);
    });

    it('never for a suspended person, and again afterwards', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { refreshToken } = await client.connect(visitor);
      const suspend = (at: string) =>
        stack.query('submission', `UPDATE accounts SET suspended_at = ${at} WHERE id = $1`, [person.id]);
      await suspend('now()');
      expect((await client.refresh(refreshToken)).body.error).toBe('invalid_grant');
      await suspend('NULL');
      expect((await client.refresh(refreshToken)).status).toBe(200);
    });
  });

  describe('ends', () => {
    it.each([{ which: 'accessToken' as const }, { which: 'refreshToken' as const }])(
      'when the client revokes its $which',
      async ({ which }) => {
        const { visitor } = await newcomer();
        const [client, other] = [await OauthClient.register(site), await OauthClient.register(site)];
        const tokens = await client.connect(visitor);
        const revoke = (clientId: string) =>
          sendForm(site, '/oauth/revoke', { token: tokens[which], client_id: clientId });
        expect((await revoke(other.id)).body.error).toBe('invalid_grant');
        expect(await isLive(tokens.accessToken)).toBe(true);
        expect((await revoke(client.id)).status).toBe(200);
        expect([await isLive(tokens.accessToken), (await client.refresh(tokens.refreshToken)).status]).toEqual([
          false,
          400,
        ]);
        expect((await revoke(client.id)).status).toBe(200);
      },
    );

    it('for a token that its holder made only by the command line, and never by a client that does not exist', async () => {
      const { person } = await newcomer();
      const client = await OauthClient.register(site);
      const revoke = (form: Record<string, string>) => sendForm(site, '/oauth/revoke', form);
      expect((await revoke({ token: person.token, client_id: client.id })).body.error).toBe('invalid_grant');
      expect((await revoke({ token: person.token, client_id: 'unknown' })).body.error).toBe('invalid_client');
      expect((await revoke({ client_id: client.id })).body.error).toBe('invalid_request');
      expect((await revoke({ token: 'pst_unknown', client_id: client.id })).status).toBe(200);
      expect(await isLive(person.token)).toBe(true);
      expect((await revoke({ token: person.token, client_id: 'shipyard-cli' })).status).toBe(200);
      expect(await isLive(person.token)).toBe(false);
    });

    it('when the person revokes it in the studio', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { accessToken, refreshToken } = await client.connect(visitor);
      const rows = await stack.query(
        'submission',
        'SELECT id FROM api_tokens WHERE account_id = $1 AND client_id = $2',
        [person.id, client.id],
      );
      const csrf = csrfTokenIn((await visitor.open('/studio/settings')).html);
      await visitor.send(`/studio/settings/tokens/${String(rows[0]?.id)}/revoke`, { csrf_token: csrf });
      expect([await isLive(accessToken), (await client.refresh(refreshToken)).body.error]).toEqual([
        false,
        'invalid_grant',
      ]);
    });

    it('with a password change, unless its holder says that the tokens stay', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { accessToken, refreshToken } = await client.connect(visitor);
      const change = (json: object) => callApi(apiUrl, 'PATCH', '/accounts/me', { token: person.token, json });
      const child = await callApi<{ data: { token: string } }>(apiUrl, 'POST', '/accounts/tokens', {
        token: person.token,
        json: { name: 'A' },
      });
      await change({ password: 'another good password', current_password: PASSWORD, revoke_tokens: false });
      expect(await isLive(accessToken)).toBe(true);
      await change({ password: PASSWORD, current_password: 'another good password' });
      expect([await isLive(person.token), await isLive(child.body.data.token)]).toEqual([true, true]);
      expect([await isLive(accessToken), (await client.refresh(refreshToken)).status]).toEqual([false, 400]);
    });
  });

  it('leaves its codes for a day, and its client for a week or, once it was used, for 180 days', async () => {
    const mark = randomUUID();
    const { visitor } = await newcomer();
    const register = (name: string) => OauthClient.register(site, { client_name: `${name} ${mark}` });
    for (const { name, ago } of [
      { name: 'young code', ago: '23 hours' },
      { name: 'old code', ago: '25 hours' },
    ]) {
      await sendForm(site, '/oauth/device_authorization', {
        client_id: 'shipyard-cli',
        device_name: `${name} ${mark}`,
      });
      await stack.query(
        'submission',
        'UPDATE oauth_device_requests SET expires_at = now() - $2::interval WHERE device_name = $1',
        [`${name} ${mark}`, ago],
      );
      const client = await register(name);
      await client.codeFrom(visitor);
      await stack.query('submission', 'UPDATE oauth_codes SET expires_at = now() - $2::interval WHERE client_id = $1', [
        client.id,
        ago,
      ]);
    }
    for (const { name, ago } of [
      { name: 'young refresh token', ago: '-1 hour' },
      { name: 'old refresh token', ago: '1 second' },
    ]) {
      const client = await register(name);
      await client.connect(visitor);
      await stack.query(
        'submission',
        `UPDATE oauth_refresh_tokens refresh SET expires_at = now() - $2::interval
         FROM api_tokens token WHERE token.id = refresh.token_id AND token.client_id = $1`,
        [client.id, ago],
      );
    }
    for (const { name, created, used } of [
      { name: 'young client', created: 6, used: null },
      { name: 'old client', created: 8, used: null },
      { name: 'busy client', created: 400, used: 179 },
      { name: 'idle client', created: 400, used: 181 },
    ])
      await stack.query(
        'submission',
        `UPDATE oauth_clients SET created_at = now() - make_interval(days => $2), last_used_at = now() - make_interval(days => $3) WHERE id = $1`,
        [(await register(name)).id, created, used],
      );

    // A worker sweeps when it starts.
    await ServiceReplica.start(stack, { entry: 'worker' });
    const left = () =>
      stack.query(
        'submission',
        `SELECT 'device' AS kind, device_name AS name FROM oauth_device_requests WHERE device_name LIKE $1
         UNION ALL SELECT 'code', client.name FROM oauth_codes code JOIN oauth_clients client ON client.id = code.client_id
           WHERE client.name LIKE $1 AND code.used_at IS NULL
         UNION ALL SELECT 'refresh token', client.name FROM oauth_refresh_tokens refresh
           JOIN api_tokens token ON token.id = refresh.token_id JOIN oauth_clients client ON client.id::text = token.client_id
           WHERE client.name LIKE $1
         UNION ALL SELECT 'client', name FROM oauth_clients WHERE name LIKE $1 AND name LIKE '% client %'`,
        [`% ${mark}`],
      );
    const rows = await waitUntil(left, ({ length }) => length <= 5);
    expect(rows.map(({ kind, name }) => `${String(kind)}: ${String(name).replace(` ${mark}`, '')}`).sort()).toEqual([
      'client: busy client',
      'client: young client',
      'code: young code',
      'device: young code',
      'refresh token: young refresh token',
    ]);
  });

  describe('is limited by its scopes', () => {
    it('and does what they say and nothing else', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const call = async (scope: string, method: string, path: string, json?: object) => {
        const { accessToken: token } = await client.connect(visitor, { scope });
        const { status, body, headers } = await callApi<Failure>(apiUrl, method, path, { token, json });
        return [status, body.error, headers.get('www-authenticate')];
      };
      const slug = `o-${person.id.slice(-12)}`;
      const project = { program_id: programId, slug, name: 'Boat' };
      const lacks = (scope: string) => [403, 'FORBIDDEN', `Bearer error="insufficient_scope", scope="${scope}"`];
      expect(await call('projects:read', 'POST', '/projects', project)).toEqual(lacks('projects:write'));
      expect((await call('projects:write projects:publish', 'POST', '/projects', project))[0]).toBe(201);
      expect((await call('projects:write', 'PATCH', `/projects/${slug}`, { visibility: 'private' }))[0]).toBe(200);
      expect(await call('projects:write', 'GET', `/projects/${slug}/status`)).toEqual(lacks('projects:read'));
      expect(await call('projects:read', 'POST', `/projects/${slug}/review/request`)).toEqual(lacks('reviews:request'));
      expect((await call('reviews:request', 'POST', `/projects/${slug}/review/request`))[1]).toBe('REVIEW_NOT_READY');
      // An open route shows a private project to those who may read it only.
      expect((await call('projects:read', 'GET', `/projects/${slug}`))[0]).toBe(200);
      expect((await call('projects:write', 'GET', `/projects/${slug}`))[0]).toBe(404);
      expect((await call('reviews:request', 'GET', '/projects'))[0]).toBe(200);
    });

    it.each([
      { method: 'GET', path: '/accounts/me' },
      { method: 'PATCH', path: '/accounts/me' },
      { method: 'GET', path: '/accounts/tokens' },
      { method: 'POST', path: '/accounts/tokens' },
      { method: 'DELETE', path: '/accounts/tokens' },
      { method: 'POST', path: '/projects/any/shipment' },
      { method: 'POST', path: '/projects/any/interview/start' },
      { method: 'DELETE', path: '/projects/any' },
      { method: 'GET', path: '/admin/reviews' },
    ])('and never may $method $path', async ({ method, path }) => {
      const { visitor, person } = await newcomer();
      await stack.query('submission', `UPDATE accounts SET roles = '{participant,reviewer}' WHERE id = $1`, [
        person.id,
      ]);
      const { accessToken: token } = await (await OauthClient.register(site)).connect(visitor);
      const { status, body } = await callApi<Failure>(apiUrl, method, path, { token });
      expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
      expect(body.message).toContain('No scope allows this call');
    });
  });
});
