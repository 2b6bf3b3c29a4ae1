import { RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { isDeeperThan, readChatRequest } from './chat-request';

const messages = [{ role: 'user', content: 'hi' }];
const image = { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } };

function problemOf(body: unknown): string {
  try {
    readChatRequest(body);
    return 'none';
  } catch (error) {
    if (!(error instanceof RequestFault) || error.fault.kind !== 'input_invalid') throw error;
    const [problem] = error.fault.problems;
    return `${problem?.field} ${problem?.kind}`;
  }
}

describe('a chat request', () => {
  it('keeps unused fields as sent, and removes those that the gateway sets', () => {
    const request = readChatRequest({
      model: 'm',
      messages,
      stream: true,
      stream_options: { include_usage: true },
      n: 2,
      max_tokens: 5,
      temperature: 'hot',
      stop: null,
    });
    expect(request).toEqual({
      model: 'm',
      fallbacks: null,
      parameters: { messages, n: 2, max_tokens: 5, temperature: 'hot', stop: null },
      stream: true,
      includeUsage: true,
      obfuscated: false,
      choiceCount: 2,
      limit: { parameter: 'max_tokens', tokens: 5 },
    });
  });

  it('treats null as absent', () => {
    const body = {
      model: 'm',
      messages,
      stream: null,
      stream_options: null,
      n: null,
      max_tokens: null,
      max_completion_tokens: 3,
      tools: null,
      response_format: null,
    };
    expect(readChatRequest(body)).toMatchObject({
      stream: false,
      includeUsage: false,
      choiceCount: 1,
      limit: { parameter: 'max_completion_tokens', tokens: 3 },
    });
  });

  it.each<[string, unknown]>([
    ['model missing', undefined],
    ['body invalid', []],
    ['model missing', { messages }],
    ['model invalid', { model: 1, messages }],
    ['model invalid', { model: '', messages }],
    ['messages missing', { model: 'm' }],
    ['messages invalid', { model: 'm', messages: [] }],
    ['messages invalid', { model: 'm', messages: 'hi' }],
    ['messages[0] invalid', { model: 'm', messages: ['hi'] }],
    ['messages[0].role missing', { model: 'm', messages: [{ content: 'hi' }] }],
    ['messages[0].role invalid', { model: 'm', messages: [{ role: 'king', content: 'hi' }] }],
    ['messages[1].content missing', { model: 'm', messages: [...messages, { role: 'user' }] }],
    ['messages[0].content missing', { model: 'm', messages: [{ role: 'assistant' }] }],
    ['messages[0].content invalid', { model: 'm', messages: [{ role: 'user', content: 5 }] }],
    ['messages[0].content invalid', { model: 'm', messages: [{ role: 'user', content: [] }] }],
    ['messages[0].content[0] invalid', { model: 'm', messages: [{ role: 'user', content: ['a'] }] }],
    ['messages[0].content[0].type missing', { model: 'm', messages: [{ role: 'user', content: [{ text: 'a' }] }] }],
    ['messages[0].content[0].text missing', { model: 'm', messages: [{ role: 'user', content: [{ type: 'text' }] }] }],
    [
      'messages[0].content[0].text invalid',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] },
    ],
    [
      'messages[0].content[0].image_url.url missing',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    ],
    [
      'messages[0].content[0].image_url.url missing',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
    ],
    [
      'messages[0].content[0].image_url.url invalid',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 5 } }] }] },
    ],
    [
      'messages[0].content[0].image_url invalid',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: 'a' }] }] },
    ],
    [
      'messages[0].content[0].refusal missing',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'refusal', text: null }] }] },
    ],
    [
      'messages[0].content[0].text unknown',
      { model: 'm', messages: [{ role: 'user', content: [{ ...image, text: 'much that nobody counts' }] }] },
    ],
    [
      'messages[0].content[0].image_url unknown',
      { model: 'm', messages: [{ role: 'user', content: [{ ...image, type: 'refusal', refusal: 'No' }] }] },
    ],
    [
      'messages[0].content[0].file unknown',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a', file: { file_id: 'b' } }] }] },
    ],
    ['messages[0].tool_calls[1] invalid', { model: 'm', messages: [{ role: 'assistant', tool_calls: [{}, null] }] }],
    [
      'tools[0].function.parameters invalid',
      { model: 'm', messages, tools: [{ type: 'function', function: { name: 'f', parameters: 'any' } }] },
    ],
    ['messages[0].tool_call_id missing', { model: 'm', messages: [{ role: 'tool', content: 'a' }] }],
    ['messages[0].tool_calls invalid', { model: 'm', messages: [{ role: 'assistant', tool_calls: {} }] }],
    ['stream invalid', { model: 'm', messages, stream: 'yes' }],
    ['stream_options invalid', { model: 'm', messages, stream_options: {} }],
    [
      'stream_options.include_usage invalid',
      { model: 'm', messages, stream: true, stream_options: { include_usage: 1 } },
    ],
    [
      'stream_options.include_obfuscation invalid',
      { model: 'm', messages, stream: true, stream_options: { include_obfuscation: 'yes' } },
    ],
    ['stream_options.usage unknown', { model: 'm', messages, stream: true, stream_options: { usage: true } }],
    ['n invalid', { model: 'm', messages, n: 0 }],
    ['n invalid', { model: 'm', messages, n: 129 }],
    ['max_tokens invalid', { model: 'm', messages, max_tokens: 1.5 }],
    ['max_completion_tokens invalid', { model: 'm', messages, max_completion_tokens: '5' }],
    ['max_tokens invalid', { model: 'm', messages, max_tokens: 5, max_completion_tokens: 5 }],
    ['tools invalid', { model: 'm', messages, tools: {} }],
    ['tools[0].function.name missing', { model: 'm', messages, tools: [{ type: 'function' }] }],
    [
      'tools[0].function.name invalid',
      { model: 'm', messages, tools: [{ type: 'function', function: { name: 'a b' } }] },
    ],
    ['response_format.type missing', { model: 'm', messages, response_format: {} }],
    ['response_format.type invalid', { model: 'm', messages, response_format: { type: 'xml' } }],
    ['response_format.json_schema missing', { model: 'm', messages, response_format: { type: 'json_schema' } }],
    [
      'response_format.json_schema.name missing',
      { model: 'm', messages, response_format: { type: 'json_schema', json_schema: {} } },
    ],
    [
      'response_format.json_schema.schema invalid',
      { model: 'm', messages, response_format: { type: 'json_schema', json_schema: { name: 'a', schema: 1 } } },
    ],
  ])('is refused with %s', (problem, body) => {
    expect(problemOf(body)).toBe(problem);
  });

  it('is refused with too many fields', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 0]));
    expect(problemOf({ model: 'm', messages, ...fields(198) })).toBe('none');
    expect(problemOf({ model: 'm', messages, ...fields(199) })).toBe('body invalid');
  });

  it('is refused with too many messages', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ role: 'user', content: 'a' }));
    expect(problemOf({ model: 'm', messages: many(10_000) })).toBe('none');
    expect(problemOf({ model: 'm', messages: many(10_001) })).toBe('messages invalid');
  });

  it('is refused with too many tool calls', () => {
    const calling = (count: number) => ({
      role: 'assistant',
      tool_calls: Array.from({ length: count }, () => ({ id: 'a' })),
    });
    expect(problemOf({ model: 'm', messages: [calling(5_000), calling(5_000)] })).toBe('none');
    expect(problemOf({ model: 'm', messages: [calling(5_000), calling(5_001)] })).toBe('messages invalid');
  });

  it('accepts an assistant message with tool calls only, and its result', () => {
    const turns = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ];
    expect(problemOf({ model: 'm', messages: turns })).toBe('none');
  });

  it('never throws anything but a request fault', () => {
    const names = ['model', 'messages', 'stream', 'stream_options', 'n', 'max_tokens', 'tools', 'response_format'];
    const message = fc.record(
      { role: fc.constantFrom('user', 'tool', 'assistant', 'x'), content: fc.jsonValue(), tool_calls: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const body = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.jsonValue(), fc.array(message)));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), body), (value) => expect(typeof problemOf(value)).toBe('string')),
      { numRuns: 500 },
    );
  });

  it.each<[string, (nested: unknown) => object]>([
    ['tools', (nested) => ({ tools: [{ type: 'function', function: { name: 'f', parameters: nested } }] })],
    [
      'response_format',
      (nested) => ({ response_format: { type: 'json_schema', json_schema: { name: 'f', schema: { nested } } } }),
    ],
    ['metadata', (metadata) => ({ metadata })],
    ['messages[0]', (nested) => ({ messages: nested })],
    [
      'messages[1]',
      (nested) => ({ messages: [...messages, { role: 'user', content: [{ type: 'file', file: nested }] }] }),
    ],
    ['messages[0]', (nested) => ({ messages: [{ role: 'assistant', tool_calls: nested }] })],
  ])('names %s if it is nested too deeply', (field, holding) => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(problemOf({ model: 'm', messages, ...holding(nested(20_000)) })).toBe(`${field} invalid`);
  });

  it('accepts schemas of usual depth', () => {
    const schema: unknown = JSON.parse('{"a":'.repeat(100) + '{}' + '}'.repeat(100));
    expect(
      problemOf({ model: 'm', messages, response_format: { type: 'json_schema', json_schema: { name: 'f', schema } } }),
    ).toBe('none');
  });
});

describe('the depth of a JSON value', () => {
  const wrapped = (value: unknown, wraps: boolean[]) =>
    wraps.reduce((inner, asList) => (asList ? ['a', inner] : { a: 1, inner }), value);

  it('is the number of nested lists and objects', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 1, null, true), fc.array(fc.boolean(), { maxLength: 40 }), (value, wraps) => {
        const nested = wrapped(value, wraps);
        expect(isDeeperThan(nested, wraps.length)).toBe(false);
        if (wraps.length > 0) expect(isDeeperThan(nested, wraps.length - 1)).toBe(true);
      }),
    );
  });

  it('is found for a value of any depth', () => {
    expect(isDeeperThan(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)), 500)).toBe(true);
  });
});
