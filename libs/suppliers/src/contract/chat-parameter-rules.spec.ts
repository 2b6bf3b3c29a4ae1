import { demandsOf, toldParameters } from './chat-parameter-rules';

const seeing = (image_url: object) => ({
  role: 'user',
  content: [
    { type: 'text', text: 'a' },
    { type: 'image_url', image_url },
  ],
});

describe('what a chat asks of a supplier', () => {
  it.each<[object, object]>([
    [{ service_tier: 'auto' }, {}],
    [{ service_tier: 'default', modalities: ['text'], logit_bias: {}, n: 1, store: false }, {}],
    [{ user: 'u', safety_identifier: 's', metadata: { a: 'b' }, prompt_cache_key: 'k' }, {}],
    [
      { service_tier: 'flex', modalities: ['text', 'audio'], logit_bias: { 5: 1 }, n: 2, store: true },
      { service_tier: 'flex', modalities: ['text', 'audio'], logit_bias: { 5: 1 }, n: 2, store: true },
    ],
    [{ seed: null, audio: undefined }, {}],
    [
      { top_k: null, constructor: 1 },
      { top_k: null, constructor: 1 },
    ],
  ])('of %j is %j', (parameters, demands) => {
    expect(demandsOf({ ...parameters })).toEqual(demands);
  });

  it('is the same with any detail of an image, and the messages stay as they are', () => {
    const messages = [seeing({ url: 'a', detail: 'low' }), { role: 'user', content: 'b' }];
    expect(demandsOf({ messages })).toEqual({ messages: [seeing({ url: 'a' }), messages[1]] });
    expect(messages[0]).toEqual(seeing({ url: 'a', detail: 'low' }));
  });
});

describe('what an adapter reads', () => {
  it('is everything but names that the supplier does not support and empty lists', () => {
    const parameters = { user: 'u', store: false, temperature: 1, n: 1, tools: [], seed: null, top_k: null, stop: 'a' };
    const { tools: _, ...told } = parameters;
    expect(toldParameters(parameters, {})).toEqual(told);
    const { user, temperature, ...rest } = told;
    expect([user, temperature]).toEqual(['u', 1]);
    expect(toldParameters(parameters, { unsupported_parameters: ['user', 'temperature'] })).toEqual(rest);
  });
});
