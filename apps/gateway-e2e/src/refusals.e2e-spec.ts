import { mintToken } from '@shipyard/auth';
import { callApi, sharedStack } from '@shipyard/testing';
import OpenAI from 'openai';
import { type OpenAiFailure, officialClient } from './gateway-client';

describe('what the gateway refuses', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.gateway_url;
  const key = credentials.enterprise_key;
  const chat = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };
  const image = { model: 'sandbox-image', prompt: 'a' };

  const requestIds: string[] = [];

  const refused = async (
    path: string,
    options: { token?: string; json?: unknown; body?: string; headers?: Record<string, string> },
    method = 'POST',
  ) => {
    const answer = await callApi<OpenAiFailure>(url, method, path, options);
    requestIds.push(answer.headers.get('x-request-id') ?? '');
    return answer;
  };

  it.each<[string, string, unknown, number, string, string | null]>([
    ['an unknown model', '/v1/chat/completions', { ...chat, model: 'nothing' }, 404, 'model_not_found', 'model'],
    [
      'a model of another product',
      '/v1/chat/completions',
      { ...chat, model: 'sandbox-image' },
      404,
      'model_not_found',
      'model',
    ],
    [
      'more tokens than the model gives',
      '/v1/chat/completions',
      { ...chat, max_tokens: 10_000_000 },
      400,
      'invalid_value',
      'max_tokens',
    ],
    [
      'a size that is not offered',
      '/v1/images/generations',
      { ...image, size: '3x3' },
      400,
      'unsupported_size',
      'size',
    ],
    ['too many images', '/v1/images/generations', { ...image, n: 11 }, 400, 'n_too_large', 'n'],
  ])('%s', async (_, path, json, status, code, param) => {
    const answer = await refused(path, { token: key, json });
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { message: expect.any(String) as string, type: 'invalid_request_error', param, code },
    ]);
    expect(answer.headers.get('x-request-id')).toMatch(/\S/);
    expect(answer.headers.get('x-gateway-cost-cny')).toBeNull();
  });

  it('a body that is not JSON', async () => {
    const answer = await refused('/v1/chat/completions', {
      token: key,
      body: '{"model":',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json']);
  });

  it.each([
    ['no key', {}, 'missing_api_key'],
    ['a malformed key', { authorization: 'Bearer gwk_short' }, 'invalid_api_key'],
    ['an unknown key', { authorization: `Bearer ${mintToken('gwk_')}` }, 'invalid_api_key'],
    ['a key in another header', { 'x-api-key': key }, 'missing_api_key'],
  ])('%s', async (_, headers, code) => {
    const answer = await refused('/v1/chat/completions', { headers: headers, json: chat });
    expect([answer.status, answer.body.error.code]).toEqual([401, code]);
  });

  it('a key without the scope, and names the scope', async () => {
    const answer = await refused('/v1/images/generations', {
      token: credentials.enterprise_key_text_only,
      json: image,
    });
    expect([answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
      403,
      'permission_error',
      'insufficient_scope',
    ]);
    expect(answer.body.error.message).toContain('image');
  });

  it('an unknown route or method, in the shape of its error-format', async () => {
    expect((await refused('/v1/nothing', { token: key, json: {} })).body.error.code).toBe('unknown_url');
    expect((await refused('/v1/chat/completions', { token: key }, 'GET')).body.error.code).toBe('unknown_url');
    const known = await refused('/v1/models', {}, 'PUT');
    expect([known.status, known.headers.get('allow'), known.body.error.code]).toEqual([
      404,
      'GET, HEAD',
      'unknown_url',
    ]);
    const admin = await callApi(url, 'DELETE', '/admin/customers', { token: credentials.gateway_admin_key });
    expect([admin.status, admin.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await callApi(url, 'GET', '/admin/nothing', { token: credentials.gateway_admin_key })).body).toMatchObject({
      ok: false,
      error: 'NOT_FOUND',
    });
  });

  it.each([`imgtask_${'0'.repeat(32)}`, 'imgtask_nothing', '%00', '%F0%9F%98%80'])(
    'the unknown task %s',
    async (taskId) => {
      const answer = await refused(`/v1/images/tasks/${taskId}`, { token: key }, 'GET');
      expect([answer.status, answer.body.error.code]).toEqual([404, 'task_not_found']);
    },
  );

  it.each(['from', 'to'])('a %s of the ledger that is not a calendar date', async (field) => {
    const answer = await callApi(url, 'GET', `/admin/ledger?${field}=2024-W01-1`, {
      token: credentials.gateway_admin_key,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, error: 'VALIDATION_FAILED', details: { fields: [{ field }] } });
  });

  it('a chat that is nested too deeply', async () => {
    const tools = `[{"type":"function","function":{"name":"f","parameters":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]`;
    const body = `${JSON.stringify(chat).slice(0, -1)},"tools":${tools}}`;
    const answer = await refused('/v1/chat/completions', {
      token: key,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { code: 'invalid_value', param: 'tools', message: 'tools is nested too deeply.' },
    ]);
  });

  it('the admin API with an enterprise key, an unknown key or none', async () => {
    const codeFor = async (token?: string) =>
      (await callApi<{ error: string }>(url, 'GET', '/admin/ledger', { token })).body.error;
    expect(await codeFor()).toBe('AUTH_TOKEN_MISSING');
    expect(await codeFor(key)).toBe('AUTH_TOKEN_INVALID');
    expect(await codeFor(mintToken('gwa_'))).toBe('AUTH_TOKEN_INVALID');
  });

  it('with errors that the official client maps to its own classes', async () => {
    const create = (apiKey: string, model: string) =>
      officialClient(url, apiKey).chat.completions.create({ model, messages: [{ role: 'user', content: 'a' }] });
    await expect(create(mintToken('gwk_'), 'sandbox-chat')).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    await expect(create(key, 'nothing')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('without charging any of it', async () => {
    expect(requestIds.filter(Boolean).length).toBeGreaterThan(10);
    expect(
      await stack.query('gateway', 'SELECT kind FROM ledger_entries WHERE request_id = ANY ($1)', [requestIds]),
    ).toEqual([]);
  });
});
