import { callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { rowsOnFake, units } from './catalog-rows';

interface Step {
  route_id: string;
  outcome: string;
  ignored_parameters?: string[];
}

describe('a route that ignores parameters', () => {
  const stack = sharedStack();
  const { owner, newModel, newSupplier, fake } = rowsOnFake(stack);

  const routeTo = async (model: string, more: object) => {
    const supplier_id = await newSupplier({ api_keys: [fake().apiKey] });
    const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
      supplier_id,
      upstream_model: 'up',
      ...more,
    });
    return route.id;
  };

  const traceOf = async (answer: { headers: Headers }) => {
    const path = `/requests/${answer.headers.get('x-request-id') ?? ''}`;
    const { body } = await waitUntil(
      () => owner.call<{ request: { trace: Step[] } }>('GET', path),
      ({ status }) => status === 200,
    );
    return body.data.request.trace;
  };

  it.each([false, true])('leaves them out, and the trace names them (stream: %s)', async (stream) => {
    const model = await newModel();
    await owner.do('POST', `/models/${model}/prices`, { units: units('1') });
    await routeTo(model, {});
    const ignoring = await routeTo(model, {
      priority: 1,
      ignore_parameters: ['top_k', 'cache_control', 'logprobs'],
    });
    const { secret } = await owner.customer('3');
    const ask = (more: object) =>
      callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
        token: secret,
        json: { model, stream, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }], ...more },
      });
    const content = [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } }];
    const asked = { messages: [{ role: 'user', content, name: 'Ada' }], seed: 7, top_k: 5 };

    const answer = await waitUntil(
      () => ask(asked),
      ({ status }) => status === 200,
    );
    const sent = fake().calls.at(-1)?.body;
    expect(sent).toMatchObject({ seed: 7, messages: [{ name: 'Ada', content: [{ type: 'text', text: 'Hello' }] }] });
    expect(JSON.stringify(sent)).not.toMatch(/top_k|cache_control/);
    const [step, ...others] = await traceOf(answer);
    expect([step, others]).toMatchObject([{ route_id: ignoring, outcome: 'answered' }, []]);
    expect(step?.ignored_parameters?.toSorted()).toEqual(['cache_control', 'top_k']);
    const [plain] = await traceOf(await ask({}));
    expect(plain).toMatchObject({ outcome: 'answered' });
    expect(plain).not.toHaveProperty('ignored_parameters');

    await owner.do('PATCH', `/routes/${ignoring}`, { ignore_parameters: ['cache_control'] });
    const refused = await waitUntil(
      () => ask(asked),
      ({ status }) => status !== 200,
    );
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'unsupported_parameter' } }]);
  });
});
