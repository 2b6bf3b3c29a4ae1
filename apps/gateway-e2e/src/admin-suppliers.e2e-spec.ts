import { CANARY, callApi, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import type { Listed } from './admin-client';
import { rowsOnFake, units } from './catalog-rows';

interface Supplier {
  id: string;
  api_keys: { last4: string }[];
  available: boolean;
}

describe('suppliers in the catalog', () => {
  const stack = sharedStack();
  const { owner, newId, newModel, newSupplier, fake } = rowsOnFake(stack);

  it('keeps supplier keys sealed, and shows their last four', async () => {
    const id = newId();
    const api_keys = ['sk-canary-of-the-suite-0001', 'key-0002', 'key-003'];
    const created = await owner.call<{ supplier: Supplier }>('POST', '/suppliers', {
      id,
      kind: 'openai',
      base_url: 'https://up.example/v1/',
      api_keys,
      internal: true,
      timeouts: { idle_ms: 5 },
    });
    expect([created.status, created.body.data.supplier]).toEqual([
      201,
      {
        id,
        kind: 'openai',
        base_url: 'https://up.example/v1',
        api_keys: ['0001', '0002', '****'].map((last4) => ({ last4, rests_until: null })),
        internal: true,
        timeouts: { idle_ms: 5 },
        available: true,
        created_at: expect.any(String) as string,
        output_limit_parameter: 'max_tokens',
        stream_options: true,
        developer_role: true,
        extra_tools: [],
        extra_parameters: [],
        unsupported_parameters: [],
        response_formats: ['text', 'json_object', 'json_schema'],
        json_schema_by_tool: false,
        image_response_format: 'auto',
        polls_per_second: 20,
        usage_time_zone: 'UTC',
        usage_csv: null,
      },
    ]);
    const changed = await owner.call<{ supplier: Supplier }>('PATCH', `/suppliers/${id}`, {
      api_keys: ['sk-canary-of-the-suite-0003'],
      internal: false,
    });
    expect(changed.body.data.supplier).toMatchObject({
      api_keys: [{ last4: '0003', rests_until: null }],
      internal: false,
      timeouts: { idle_ms: 5 },
    });
    const shown = [
      created,
      changed,
      await owner.call('GET', `/suppliers/${id}`),
      await owner.call('GET', '/suppliers?limit=200'),
      await owner.call('GET', '/audit?limit=200'),
    ];
    for (const { text } of shown) expect(text).not.toContain('sk-canary-of');
    const stored = await stack.query(
      'gateway',
      `SELECT encode(sealed, 'escape') AS sealed FROM supplier_keys WHERE supplier_id = $1`,
      [id],
    );
    expect(stored).toHaveLength(1);
    expect(String(stored[0]?.sealed)).not.toContain('sk-canary-of');
    expect((await owner.call('POST', '/suppliers', { id, kind: 'sandbox', api_keys: [] })).body.error).toBe('CONFLICT');
    expect((await owner.call('DELETE', `/suppliers/${id}`)).status).toBe(200);
    expect((await owner.call('GET', `/suppliers/${id}`)).status).toBe(404);
  });

  it.each<[string, object]>([
    ['id', { id: 'Upper' }],
    ['kind', { kind: 'magic' }],
    ['base_url', { base_url: undefined }],
    ['base_url', { base_url: 'ftp://host/v1' }],
    ['base_url', { base_url: 'https://user:password@host/v1' }],
    ['base_url', { base_url: 'https://@host/v1' }],
    ['base_url', { base_url: 'https://host/v1?key=1' }],
    ['base_url', { base_url: 'http://[fe80::1%25eth0]/v1' }],
    ['base_url', { base_url: null }],
    ['api_keys', { api_keys: ['a\nb'] }],
    ['api_keys', { api_keys: 'sk' }],
    ['timeouts.idle_ms', { timeouts: { idle_ms: 0 } }],
    ['timeouts', { timeouts: [] }],
    ['internal', { internal: 'yes' }],
    ['output_limit_parameter', { output_limit_parameter: 'limit' }],
    ['stream_options', { stream_options: null }],
    ['developer_role', { developer_role: 'no' }],
    ['extra_parameters', { extra_parameters: ['messages'] }],
    ['extra_tools', { extra_tools: ['web search'] }],
    ['extra_tools', { extra_tools: 'web_search' }],
    ['unsupported_parameters', { unsupported_parameters: [1] }],
    ['response_formats', { response_formats: ['xml'] }],
    ['secret', { secret: 1 }],
  ])('refuses a supplier with a wrong %s: %j', async (field, change) => {
    const { body } = await owner.call('POST', '/suppliers', {
      id: newId(),
      kind: 'openai',
      base_url: 'https://up.example/v1',
      api_keys: [],
      ...change,
    });
    expect([body.error, body.details?.fields?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  });

  it('accepts every kind', async () => {
    for (const kind of [
      'anthropic',
      'gemini',
      'dashscope',
      'volcengine-images',
      'zhipu',
      'tavily',
      'bocha',
      'serper',
    ]) {
      const asked = await owner.do<{ supplier: Supplier }>('POST', '/suppliers', { id: newId(), kind, api_keys: [] });
      expect(asked.supplier).toMatchObject({ kind, base_url: null, available: true });
    }
  });

  it('tests a supplier', async () => {
    expect(await owner.do('POST', '/suppliers/sandbox/test')).toMatchObject({ ok: true });
    const nobody = await newSupplier({ base_url: 'http://127.0.0.1:9/v1' });
    const { ok, checks } = await owner.do<{ ok: boolean; checks: object[] }>('POST', `/suppliers/${nobody}/test`);
    expect([ok, checks]).toEqual([
      false,
      [
        {
          last4: '0001',
          ok: false,
          status: null,
          ms: expect.any(Number) as number,
          message: expect.stringContaining('could not be reached') as string,
        },
      ],
    ]);
    const answer = await owner.call('POST', `/suppliers/${await newSupplier({ api_keys: [fake().apiKey] })}/test`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(fake().apiKey);
    expect(answer.text).not.toContain(CANARY);
  });

  it('changes the dialect of a supplier, and the parameters it accepts', async () => {
    const strict = await startFakeSupplier({ dialect: { refuses: ['developer', 'max_tokens'], takes: ['top_k'] } });
    try {
      const [supplier_id, model] = [
        await newSupplier({ base_url: strict.baseUrl, api_keys: [strict.apiKey] }),
        await newModel(),
      ];
      await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'up' });
      await owner.do('POST', `/models/${model}/prices`, { units: units('0.001') });
      const { secret } = await owner.customer();
      const json = { model, messages: [{ role: 'developer', content: 'a' }], top_k: 3, max_tokens: 5 };
      const askFor = (extra: object) =>
        callApi<{ error?: { code: string; param: string } }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
          token: secret,
          json: { ...json, ...extra },
        });
      const ask = () => askFor({});
      const tools = [{ type: 'web_search', web_search: { enable: true } }];
      const refused = await waitUntil(ask, ({ body }) => body.error?.param === 'top_k');
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'unsupported_parameter']);
      const dialect = {
        extra_tools: ['web_search'],
        extra_parameters: ['top_k'],
        developer_role: false,
        output_limit_parameter: 'max_completion_tokens',
      };
      expect(await owner.do('PATCH', `/suppliers/${supplier_id}`, dialect)).toMatchObject({
        supplier: { ...dialect, stream_options: true },
      });
      await waitUntil(ask, ({ status }) => status === 200);
      expect((await askFor({ tools })).status).toBe(200);
      expect(strict.calls.at(-1)?.body).toMatchObject({ tools, top_k: 3 });
      const asked = strict.calls.length;
      expect((await askFor({ service_tier: 'priority' })).body.error).toMatchObject({
        code: 'unsupported_parameter',
        param: 'service_tier',
      });
      expect((await askFor({ tools: [{ type: 'mcp' }] })).body.error).toMatchObject({
        code: 'unsupported_parameter',
        param: 'tools[0].type',
      });
      expect(strict.calls).toHaveLength(asked);
      const [change] = (await owner.do<Listed<{ before: object; after: object }>>('GET', '/audit?limit=1')).items;
      expect(change).toMatchObject({
        before: { developer_role: true, extra_tools: [], extra_parameters: [] },
        after: dialect,
      });
    } finally {
      await strict.close();
    }
  });

  it('calls a supplier in our own network only if it is marked internal', async () => {
    const { port } = new URL(fake().baseUrl);
    const written = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      'localhost',
    ];
    const [model, taken, refused] = [await newModel(), fake().calls.length, fake().refusals.length];
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.002') });
    const supplier_id = await newSupplier({ internal: false, api_keys: [fake().apiKey] });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'up' });
    for (const host of written) {
      await owner.do('PATCH', `/suppliers/${supplier_id}`, { base_url: `http://${host}:${port}/v1` });
      const tested = await owner.do<{ ok: boolean; checks: object[] }>('POST', `/suppliers/${supplier_id}/test`);
      expect([host, tested]).toMatchObject([
        host,
        { ok: false, checks: [{ status: null, message: expect.stringContaining('internal') as string }] },
      ]);
    }
    await owner.do('PATCH', `/suppliers/${supplier_id}`, { base_url: fake().baseUrl });
    const chat = () =>
      callApi<{ error?: object }>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
        token: stack.credentials.enterprise_key,
        json: { model, messages: [{ role: 'user', content: 'Hello' }] },
      });
    const kept = await waitUntil(chat, ({ status }) => status === 502);
    expect(kept.body.error).toMatchObject({ type: 'api_error', param: null, code: 'upstream_error' });
    expect(kept.text).not.toMatch(/127\.0\.0\.1|routable|internal|supplier|suite-/);
    expect([fake().calls.length, fake().refusals.length]).toEqual([taken, refused]);
    await owner.do('PATCH', `/suppliers/${supplier_id}`, { internal: true });
    await waitUntil(chat, ({ status }) => status === 200);
  });

  it('refuses to remove a supplier that a route uses', async () => {
    const [supplier_id, model] = [await newSupplier(), await newModel()];
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
      supplier_id,
      upstream_model: 'up',
    });
    expect((await owner.call('DELETE', `/suppliers/${supplier_id}`)).body.error).toBe('CONFLICT');
    await owner.do('DELETE', `/routes/${route.id}`);
    await owner.do('DELETE', `/suppliers/${supplier_id}`);
  });
});
