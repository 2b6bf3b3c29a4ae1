import { callApi, sharedStack } from '@shipyard/testing';
import { PASSWORD } from './newcomer';
import { BACK, OauthClient, sendForm } from './oauth-client';
import { oauthParty } from './oauth-party';
import { headingOf, openPage } from './page-client';
import { sendTogether, waitingInPostgres } from './send-together';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const ALL_SCOPES = 'projects:read projects:write projects:publish reviews:request';

describe('the authorization of an app', () => {
  const stack = sharedStack();
  const { site, apiUrl, newcomer, isLive, tokensOf } = oauthParty(stack);

  describe('is found', () => {
    it.each([{ path: 'oauth-protected-resource' }, { path: 'oauth-protected-resource/mcp' }])(
      'through /.well-known/$path',
      async ({ path }) => {
        const response = await fetch(`${site}/.well-known/${path}`);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(await response.json()).toMatchObject({
          resource: `${site}/mcp`,
          authorization_servers: [site],
          scopes_supported: ALL_SCOPES.split(' '),
        });
      },
    );

    it('with everything that a client must know', async () => {
      expect(await (await fetch(`${site}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
        issuer: site,
        authorization_endpoint: `${site}/oauth/authorize`,
        registration_endpoint: `${site}/oauth/register`,
        revocation_endpoint: `${site}/oauth/revoke`,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      });
    });
  });

  describe('begins with a registration', () => {
    it('that gives a client without a secret', async () => {
      const { status, headers, body } = await OauthClient.tryToRegister(site, {
        scope: 'ignored',
        logo_uri: 'ignored',
      });
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(body).toEqual({
        client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        client_id_issued_at: expect.any(Number) as number,
        client_name: 'Assistant',
        redirect_uris: [BACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    });

    it.each([
      { metadata: { redirect_uris: ['http://assistant.example/back'] }, error: 'invalid_redirect_uri' },
      { metadata: { redirect_uris: ['javascript:alert(1)'] }, error: 'invalid_redirect_uri' },
      { metadata: { token_endpoint_auth_method: 'client_secret_post' }, error: 'invalid_client_metadata' },
      { metadata: [], error: 'invalid_client_metadata' },
      { metadata: { client_name: 'a'.repeat(20_000) }, error: 'invalid_request' },
    ])('that is refused with $error', async ({ metadata, error }) => {
      const { status, body } = await OauthClient.tryToRegister(site, metadata);
      expect([status, body.error]).toEqual([400, error]);
    });
  });

  describe('shows a page', () => {
    it('that names the app, where the answer goes and the scopes, and cannot be framed', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site, { client_name: 'Noor’s <b>app</b>' });
      const { status, headers, html } = await visitor.open(client.authorizePath({ scope: 'projects:read' }));
      expect([status, headingOf(html)]).toEqual([200, 'Connect an app']);
      for (const fact of [
        'Noor’s &lt;b&gt;app&lt;/b&gt;',
        'assistant.example',
        `@${person.handle}`,
        'see your projects',
      ])
        expect(html).toContain(fact);
      expect(html).not.toContain('ask for reviews');
      expect(headers.get('content-security-policy')).toContain(
        "form-action 'self' https://assistant.example; base-uri 'none'; frame-ancestors 'none'",
      );
      expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    it.each<{ parameters: Record<string, string>; is: string }>([
      { parameters: { client_id: '' }, is: 'no client' },
      { parameters: { client_id: '0195d5a0-0000-7000-8000-000000000000' }, is: 'an unknown client' },
      { parameters: { client_id: 'shipyard-cli' }, is: 'the command line' },
      { parameters: { redirect_uri: '' }, is: 'no redirect URI' },
      { parameters: { redirect_uri: 'https://evil.example/back' }, is: 'another redirect URI' },
      { parameters: { redirect_uri: `${BACK}/more` }, is: 'a longer redirect URI' },
      { parameters: { redirect_uri: `${BACK}?next=evil` }, is: 'a redirect URI with a query' },
    ])('and goes nowhere with $is', async ({ parameters }) => {
      const client = await OauthClient.register(site);
      const { status, headers, html } = await openPage(site, client.authorizePath(parameters));
      expect([status, headers.get('location'), headingOf(html)]).toEqual([400, null, 'This app cannot be connected']);
    });

    it('and goes nowhere with two redirect URIs', async () => {
      const client = await OauthClient.register(site);
      const twice = `${client.authorizePath()}&redirect_uri=${encodeURIComponent('https://evil.example')}`;
      expect((await openPage(site, twice)).status).toBe(400);
    });

    it.each<{ parameters: Record<string, string>; error: string }>([
      { parameters: { response_type: 'token' }, error: 'unsupported_response_type' },
      { parameters: { response_type: '' }, error: 'invalid_request' },
      { parameters: { code_challenge: '' }, error: 'invalid_request' },
      { parameters: { code_challenge_method: 'plain' }, error: 'invalid_request' },
      { parameters: { scope: 'projects:read admin' }, error: 'invalid_scope' },
      { parameters: { resource: 'https://evil.example/mcp' }, error: 'invalid_target' },
    ])('or says that $error is wrong, and redirects nobody', async ({ parameters, error }) => {
      const client = await OauthClient.register(site, { client_name: 'Wrong app' });
      const path = client.authorizePath(parameters);
      const stranger = await openPage(site, path);
      expect([stranger.status, stranger.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/login\?/)]);
      const { visitor } = await newcomer();
      for (const { status, headers, html } of [
        await visitor.open(path),
        await visitor.send(path, {
          csrf_token: csrfTokenIn((await visitor.open('/studio/settings')).html),
          decision: 'allow',
        }),
      ]) {
        expect([status, headers.get('location'), headingOf(html)]).toEqual([400, null, 'This app cannot be connected']);
        for (const fact of ['Wrong app', 'assistant.example', error]) expect(html).toContain(fact);
        const [, link = ''] = /href="(https:\/\/assistant\.example[^"]+)"/.exec(html) ?? [];
        expect(Object.fromEntries(new URL(link.replaceAll('&amp;', '&')).searchParams)).toEqual({
          error,
          error_description: expect.any(String) as string,
          state: 'its own state',
          iss: site,
        });
      }
    });

    it('after the log-in, to which the whole request comes along', async () => {
      const client = await OauthClient.register(site);
      const path = client.authorizePath({ state: 'ä'.repeat(300) });
      const { status, headers } = await openPage(site, path);
      const to = new URL(headers.get('location') ?? '', site);
      expect([status, to.pathname, to.searchParams.get('next')]).toEqual([303, '/login', path]);
      const { person } = await newcomer();
      const visitor = new StudioVisitor(site);
      const back = await visitor.send(`${to.pathname}${to.search}`, { email: person.email, password: PASSWORD });
      expect(back.headers.get('location')).toBe(path);
    });

    it('whose form counts only with the CSRF token of the session', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { status } = await visitor.send(client.authorizePath(), { csrf_token: 'x', decision: 'allow' });
      expect([status, await tokensOf(person.id)]).toEqual([403, []]);
      const without = await new StudioVisitor(site).send(client.authorizePath(), { decision: 'allow' });
      expect([without.status, without.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/login\?/)]);
    });

    it('where the person can refuse', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const { status, headers } = await visitor.fill(client.authorizePath(), { decision: 'refuse' });
      const to = new URL(headers.get('location') ?? '');
      expect([status, to.origin + to.pathname, to.searchParams.get('error')]).toEqual([303, BACK, 'access_denied']);
      expect([to.searchParams.get('state'), to.searchParams.get('iss')]).toEqual(['its own state', site]);
      expect(await tokensOf(person.id)).toEqual([]);
    });

    it('that asks for the password if the sign-in is old', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      await stack.query(
        'submission',
        `UPDATE sessions SET authenticated_at = now() - interval '16 minutes' WHERE account_id = $1`,
        [person.id],
      );
      expect((await visitor.fill(client.authorizePath(), { decision: 'allow' })).status).toBe(403);
      expect(
        (await visitor.fill(client.authorizePath(), { decision: 'allow', password: 'wrong password' })).status,
      ).toBe(400);
      expect(await tokensOf(person.id)).toEqual([]);
      const right = await visitor.fill(client.authorizePath(), { decision: 'allow', password: PASSWORD });
      expect(right.headers.get('location')).toContain(`${BACK}?code=poc_`);
    });
  });

  describe('gives a code', () => {
    it('for an access token of an hour and a refresh token', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const answer = await visitor.fill(client.authorizePath({ resource: `${site}/mcp` }), { decision: 'allow' });
      const to = new URL(answer.headers.get('location') ?? '');
      expect([...to.searchParams.keys()]).toEqual(['code', 'state', 'iss']);
      expect([answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
        'no-referrer',
        'no-store',
      ]);
      const { status, headers, body } = await client.redeem(to.searchParams.get('code') ?? '', {
        resource: `${site}/mcp`,
      });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        access_token: expect.stringMatching(/^pst_[0-9A-Za-z]{38}$/) as string,
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: expect.stringMatching(/^prf_[0-9A-Za-z]{38}$/) as string,
        scope: ALL_SCOPES,
      });
      expect(await isLive(body.access_token)).toBe(true);
      const { body: list } = await callApi<{ data: { tokens: Record<string, unknown>[] } }>(
        apiUrl,
        'GET',
        '/accounts/tokens',
        { token: person.token },
      );
      expect(list.data.tokens[0]).toMatchObject({
        name: 'Assistant',
        client_id: client.id,
        scopes: ALL_SCOPES.split(' '),
        last4: body.access_token.slice(-4),
      });
      const stored = await stack.query(
        'submission',
        `SELECT (SELECT json_agg(c::text) FROM oauth_codes c) AS codes, (SELECT json_agg(r::text) FROM oauth_refresh_tokens r) AS refresh`,
      );
      for (const secret of [to.searchParams.get('code') ?? '', body.refresh_token ?? ''])
        expect(JSON.stringify(stored)).not.toContain(secret.slice(4));
    });

    it('that only the right client redeems, with the right verifier and redirect URI', async () => {
      const { visitor } = await newcomer();
      const [client, other] = [await OauthClient.register(site), await OauthClient.register(site)];
      const code = await client.codeFrom(visitor);
      const attempts: [Record<string, string>, number, string][] = [
        [{ client_id: other.id }, 400, 'invalid_grant'],
        [{ client_id: 'unknown' }, 401, 'invalid_client'],
        [{ client_id: 'shipyard-cli' }, 400, 'unauthorized_client'],
        [{ client_id: '' }, 400, 'invalid_request'],
        [{ code_verifier: other.verifier }, 400, 'invalid_grant'],
        [{ code_verifier: '' }, 400, 'invalid_request'],
        [{ redirect_uri: 'https://assistant.example/other' }, 400, 'invalid_grant'],
        [{ code: `${code.slice(0, -1)}x` }, 400, 'invalid_grant'],
        [{ resource: 'https://evil.example' }, 400, 'invalid_target'],
      ];
      for (const [form, status, error] of attempts) {
        const answer = await client.redeem(code, form);
        expect([form, answer.status, answer.body.error]).toEqual([form, status, error]);
      }
      expect((await client.redeem(code)).status).toBe(200);
    });

    it('that works once, and ends the token when it is used again', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const code = await client.codeFrom(visitor);
      const { body } = await client.redeem(code);
      expect(await isLive(body.access_token)).toBe(true);
      expect((await client.redeem(code)).body.error).toBe('invalid_grant');
      expect([await isLive(body.access_token), (await client.refresh(body.refresh_token ?? '')).status]).toEqual([
        false,
        400,
      ]);
      expect(await tokensOf(person.id)).toEqual([{ name: 'Assistant', revoked: true }]);
    });

    it('that one of many simultaneous redemptions gets', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site);
      const code = await client.codeFrom(visitor);
      const answers = await sendTogether(
        stack,
        {
          lock: 'SELECT FROM oauth_codes WHERE client_id = $1 FOR UPDATE',
          values: [client.id],
          arrived: waitingInPostgres(stack, 'UPDATE oauth_codes'),
        },
        Array.from({ length: 4 }, () => () => client.redeem(code)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(3);
    });

    it('that expires after ten minutes', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site);
      const code = await client.codeFrom(visitor);
      await stack.query('submission', 'UPDATE oauth_codes SET expires_at = now() WHERE client_id = $1', [client.id]);
      expect((await client.redeem(code)).body.error).toBe('invalid_grant');
    });

    it('that is worth nothing once the person has revoked their tokens', async () => {
      const { visitor, person } = await newcomer();
      const client = await OauthClient.register(site);
      const code = await client.codeFrom(visitor);
      await callApi(apiUrl, 'DELETE', '/accounts/tokens', { token: person.token });
      expect((await client.redeem(code)).body.error).toBe('invalid_grant');
    });

    it('to a program on this computer, at whatever port', async () => {
      const { visitor } = await newcomer();
      const client = await OauthClient.register(site, { redirect_uris: ['http://127.0.0.1/back'] });
      const here = { redirect_uri: 'http://127.0.0.1:49152/back' };
      const page = await visitor.open(client.authorizePath(here));
      expect(page.html).toContain('A program on this computer (127.0.0.1)');
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:49152;");
      const code = await client.codeFrom(visitor, here);
      expect((await client.redeem(code, { redirect_uri: 'http://127.0.0.1:49153/back' })).status).toBe(400);
      expect((await client.redeem(code, here)).status).toBe(200);
    });
  });

  it('is open to programs in browsers of other sites', async () => {
    const response = await fetch(`${site}/oauth/register`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const { headers } = await sendForm(site, '/oauth/token', {});
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});
