import { mintToken } from '@shipyard/auth';
import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';
import type { OpenAiFailure } from './gateway-client';

/**
 * A chat with every fault is refused for the first one. After each fix the next one appears, in the order of the
 * contract.
 */
describe('the checks of a chat', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const model = `order-${process.pid}`;
  const terms = modelTerms('text', { display_name: 'Order', supports_streaming: true, max_input_tokens: 50 });
  const units = ['input_1k_tokens', 'output_1k_tokens'].map((unit_type) => ({
    unit_type,
    unit_name: unit_type,
    price_cny: '0.5',
  }));
  const long = [{ role: 'user', content: 'word '.repeat(80) }];
  let customerId: string;
  let keyId: string;
  let secret: string;

  beforeAll(async () => {
    await owner.do('PUT', `/models/${model}`, terms);
    await owner.do('POST', `/models/${model}/routes`, { supplier_id: 'sandbox', upstream_model: 'sandbox' });
    const { customer } = await owner.do<{ customer: { id: string } }>('POST', '/customers', { name: 'Order' });
    customerId = customer.id;
    const key = {
      customer_id: customerId,
      name: 'Order',
      scopes: ['image'],
      models: ['another'],
      allowed_ips: ['192.0.2.1'],
    };
    ({
      key: { id: keyId },
      secret,
    } = await owner.do<{ key: { id: string }; secret: string }>('POST', '/keys', key));
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
  });

  afterAll(() => owner.do('PUT', `/models/${model}`, { ...terms, active: false }));

  const codeOf = async (body: string | object, token?: string, path = '/v1/chat/completions') => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', path, {
      token,
      body: sent,
      headers: { 'content-type': 'application/json' },
    });
    return answer.status === 200
      ? 'answered'
      : `${answer.status} ${answer.body.error.code} ${answer.body.error.param ?? ''}`.trim();
  };

  it('run in the documented order', async () => {
    const seen: string[] = [];
    /** Repeats until the answer changes, because a change acts within a second. */
    const ask = async (body: string | object, token: string | undefined = secret, path?: string) => {
      seen.push(
        await waitUntil(
          () => codeOf(body, token, path),
          (code) => code !== seen.at(-1),
        ),
      );
    };
    const change = (key: object) => owner.do('PATCH', `/keys/${keyId}`, key);

    seen.push(await codeOf('{', undefined, '/v1/chat/nothing'), await codeOf('{'));
    await ask('{', mintToken('gwk_'));
    await ask('{');
    await owner.do('PATCH', `/customers/${customerId}`, { status: 'active' });
    await ask('{');
    await change({ allowed_ips: null });
    await ask('{');
    await change({ scopes: ['text'] });
    await ask('{');
    await ask({ model: 'nothing', tools: [], max_tokens: 1_000 });
    await ask({ model: 'nothing', messages: long, stream: 7 });
    const tools = [{ type: 'function', function: { name: 'f' } }];
    await ask({ model: 'nothing', messages: long, tools, max_tokens: 1_000 });
    await ask({ model, messages: long, tools, max_tokens: 1_000 });
    await change({ models: null });
    await ask({ model, messages: long, tools, max_tokens: 1_000 });
    await ask({ model, messages: long, max_tokens: 1_000 });
    await ask({ model, messages: long });
    const good = { model, messages: [{ role: 'user', content: 'hi' }] };
    await ask(good);
    await change({ rpm: 1 });
    await ask(good);
    await change({ rpm: null });
    await ask(good);
    await owner.do('POST', `/models/${model}/prices`, { units });
    await ask(good);
    await owner.do(
      'POST',
      `/customers/${customerId}/credits`,
      { amount_cny: '1', reason: 'Suite' },
      { headers: { 'idempotency-key': model } },
    );
    await ask(good);

    expect(seen).toEqual([
      '404 unknown_url',
      '401 missing_api_key',
      '401 invalid_api_key',
      '403 customer_suspended',
      '403 ip_not_allowed',
      '403 insufficient_scope',
      '400 invalid_json',
      '400 missing_required_parameter messages',
      '400 invalid_value stream',
      '404 model_not_found model',
      '403 model_not_allowed model',
      '400 unsupported_parameter tools',
      '400 invalid_value max_tokens',
      '400 context_length_exceeded messages',
      '503 service_unavailable',
      '429 rate_limit_exceeded',
      '503 service_unavailable',
      '429 insufficient_quota',
      'answered',
    ]);
  });
});
