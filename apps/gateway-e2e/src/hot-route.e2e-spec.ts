import { once } from 'node:events';
import http from 'node:http';
import { callApi, documentedAnswerTo, sharedStack } from '@shipyard/testing';
import type { OpenAiFailure } from './gateway-client';

/** Chat is handled before Express, and must look like every other call. */
describe('the chat route', () => {
  const { credentials } = sharedStack();
  const url = credentials.gateway_url;
  const headers = { authorization: `Bearer ${credentials.enterprise_key}`, 'content-type': 'application/json' };
  const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };

  function open(path: string, sent: Record<string, string | number>): http.ClientRequest {
    const request = http.request(url + path, { method: 'POST', headers: sent });
    request.flushHeaders();
    return request;
  }

  it.each(['/v1/chat/completions', '/v1/chat/completions/', '/V1/Chat/Completions?a=b'])('is %s', async (path) => {
    const answer = await callApi<{ object: string }>(url, 'POST', path, {
      token: credentials.enterprise_key,
      json: chat,
    });
    expect([answer.status, answer.body.object]).toEqual([200, 'chat.completion']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('accepts an absolute URL, as from a proxy', async () => {
    const { hostname, port } = new URL(url);
    const request = http
      .request({ hostname, port, method: 'POST', path: 'http://gateway.example/v1/chat/completions?a=b', headers })
      .end(JSON.stringify(chat));
    expect((await documentedAnswerTo(request)).status).toBe(200);
  });

  it.each(['GET', 'PUT', 'DELETE', 'HEAD'])('refuses %s', async (method) => {
    const answer = await callApi<OpenAiFailure | undefined>(url, method, '/v1/chat/completions', {
      token: credentials.enterprise_key,
    });
    expect([answer.status, answer.body?.error.code]).toEqual([404, method === 'HEAD' ? undefined : 'unknown_url']);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['the key', { authorization: 'Bearer gwk_nothing', 'content-length': 100 }, 401],
    ['the length', { ...headers, 'content-length': 20 * 1024 * 1024 + 1 }, 413],
  ])('refuses by %s before the body arrives', async (_, sent, status) => {
    const request = open('/v1/chat/completions', sent);
    const answer = await documentedAnswerTo(request);
    expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
    request.destroy();
  });

  it('separates a refused request from the next one on the connection', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (body: string) => {
      const request = http.request(`${url}/v1/chat/completions`, { method: 'POST', headers, agent }).end(body);
      return (await documentedAnswerTo(request)).status;
    };
    expect([await ask('{'), await ask(JSON.stringify(chat)), await ask('{}')]).toEqual([400, 200, 400]);
    agent.destroy();
  });

  it('answers Expect: 100-continue', async () => {
    const request = open('/v1/chat/completions', { ...headers, expect: '100-continue' });
    await once(request, 'continue');
    request.end(JSON.stringify(chat));
    expect((await documentedAnswerTo(request)).status).toBe(200);
  });

  it('accepts a byte order mark, and refuses invalid UTF-8', async () => {
    const ask = (body: Uint8Array<ArrayBuffer>) =>
      callApi<OpenAiFailure>(url, 'POST', '/v1/chat/completions', { headers, body });
    expect((await ask(Buffer.from(`\uFEFF${JSON.stringify(chat)}`))).status).toBe(200);
    expect((await ask(Buffer.from([0x7b, 0xff]))).body.error).toMatchObject({ code: 'invalid_json', param: null });
  });
});
