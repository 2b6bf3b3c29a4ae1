import { sharedStack } from '@shipyard/testing';
import { type Newcomer, register } from './newcomer';

describe('the transport of /mcp', () => {
  const stack = sharedStack();
  const site = stack.submissionUrl;
  let owner: Newcomer;

  beforeAll(async () => {
    owner = await register(stack.credentials.submission_url);
  });

  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  };

  const send = (call: { method?: string; headers?: Record<string, string>; body?: string }) =>
    fetch(new URL('/mcp', site), {
      method: call.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...call.headers },
      body: (call.method ?? 'POST') === 'POST' ? (call.body ?? JSON.stringify(INITIALIZE)) : undefined,
    });
  const bearer = () => ({ authorization: `Bearer ${owner.token}` });

  it('answers JSON, without a session, with the request id of the caller', async () => {
    const response = await send({ headers: { ...bearer(), 'x-request-id': 'mine-1' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(response.headers.get('x-request-id')).toBe('mine-1');
    expect(response.headers.get('cache-control')).toBe('no-store');
    // As the service and the command line name it.
    const { version } = (await (await fetch(`${site}/health`)).json()) as { version: string };
    expect(await response.json()).toMatchObject({
      result: { serverInfo: { name: 'shipyard', version }, protocolVersion: '2025-11-25' },
    });
  });

  it.each<{ title: string; headers: Record<string, string>; says: RegExp }>([
    {
      title: 'no token',
      headers: {},
      says: /^Bearer resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/,
    },
    {
      title: 'an unknown token',
      headers: { authorization: 'Bearer pst_x' },
      says: /^Bearer error="invalid_token", resource_metadata=/,
    },
    { title: 'a session cookie', headers: { cookie: 'session=abc' }, says: /^Bearer resource_metadata=/ },
  ])('asks for a token: $title', async ({ headers, says }) => {
    const response = await send({ headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(says);
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { message: expect.any(String) as string },
    });
  });

  it.each([{ method: 'GET' }, { method: 'DELETE' }, { method: 'PUT' }])(
    'answers $method with 405',
    async ({ method }) => {
      const response = await send({ method, headers: bearer() });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    },
  );

  it('lets pages by https call, and none whose name may have been pointed here', async () => {
    const origin = 'https://assistant.example';
    const preflight = await send({ method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const unsigned = await send({ headers: { origin } });
    expect(unsigned.headers.get('access-control-expose-headers')).toContain('www-authenticate');
    expect((await send({ headers: { ...bearer(), origin } })).status).toBe(200);
    for (const bad of ['http://rebound.example', 'null'])
      expect((await send({ headers: { ...bearer(), origin: bad } })).status).toBe(403);
  });

  it.each([
    { title: 'no JSON', body: '{', status: 400, code: -32700 },
    { title: 'no message', body: '{"a":1}', status: 400, code: -32700 },
    { title: 'too much', body: `"${'a'.repeat(8 * 1024 * 1024)}"`, status: 413, code: -32000 },
  ])('refuses $title', async ({ body, status, code }) => {
    const response = await send({ headers: bearer(), body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('refuses a version of the protocol that it does not speak', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect((await send({ headers: { ...bearer(), 'mcp-protocol-version': '1900-01-01' }, body })).status).toBe(400);
  });

  it('refuses a batch, whatever is in it', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'resources/list' };
    for (const batch of [[list, list], [list], []]) {
      const response = await fetch(`${site}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        {
          jsonrpc: '2.0',
          id: null,
          error: expect.objectContaining({
            code: -32600,
            message: expect.stringContaining('batches') as string,
          }) as object,
        },
      ]);
    }
  });
});
