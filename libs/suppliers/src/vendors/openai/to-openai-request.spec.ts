import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import type { SupplierOptions } from '../../contract/supplier-options';
import { CallIds } from './call-ids';
import { toOpenAiRequest as toRequest } from './to-openai-request';

const callIds = new CallIds(new KeyRing(new Map([['a', randomBytes(32)]])), 'openai', (id) => id);
const toOpenAiRequest = (sent: ReturnType<typeof call>, options: SupplierOptions, stream: boolean) =>
  toRequest(sent, options, callIds, stream);
const messages = [
  { role: 'developer', content: 'a', name: 'b' },
  { role: 'user', content: 'c' },
];
const call = (parameters: object = {}) => ({
  upstreamModel: 'up',
  parameters: { messages, ...parameters },
  maxOutputTokens: 9,
  apiKey: undefined,
  signal: new AbortController().signal,
  deadlineAt: Infinity,
});

describe('a chat request in the dialect of a supplier', () => {
  it('hands on what the customer sent, under our model, limit and wish for usage', () => {
    expect(
      toOpenAiRequest(call({ temperature: 0, max_completion_tokens: 5, seed: null, user: 'u', n: 1 }), {}, true),
    ).toEqual({
      messages,
      temperature: 0,
      seed: null,
      user: 'u',
      n: 1,
      model: 'up',
      max_tokens: 9,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it.each<[string, SupplierOptions, object, object]>([
    ['the name of the limit', { output_limit_parameter: 'max_completion_tokens' }, {}, { max_completion_tokens: 9 }],
    [
      'no developer',
      { developer_role: false },
      {},
      { messages: [{ role: 'system', content: 'a', name: 'b' }, messages[1]], max_tokens: 9 },
    ],
    [
      'neutral values and hints only under names that it supports, and no empty list',
      { unsupported_parameters: ['n', 'seed', 'user'] },
      { n: 1, seed: null, user: 'u', tools: [], store: false, metadata: { a: 'b' } },
      { store: false, metadata: { a: 'b' }, max_tokens: 9 },
    ],
    ['its own parameters', { extra_parameters: ['top_k'] }, { top_k: 5 }, { top_k: 5, max_tokens: 9 }],
  ])('with %s', (_, options, parameters, expected) => {
    expect(toOpenAiRequest(call(parameters), options, false)).toEqual({ messages, model: 'up', ...expected });
  });

  it('asks no usage of a supplier that refuses stream_options', () => {
    expect(toOpenAiRequest(call(), { stream_options: false }, true)).toEqual({
      messages,
      model: 'up',
      max_tokens: 9,
      stream: true,
    });
  });

  it('sends tool calls and their results back under the ids that the supplier gave', () => {
    const called = (id: unknown) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    const conversation = (id: unknown) => [
      messages[1],
      called(id),
      { role: 'tool', tool_call_id: id, content: 'r' },
      { role: 'user', content: 'd', tool_calls: null },
    ];
    const own = conversation(callIds.toOwn('functions.f:0', 'f'));
    expect(toOpenAiRequest(call({ messages: own }), {}, false).messages).toEqual(conversation('functions.f:0'));
    expect(own).toEqual(conversation(callIds.toOwn('functions.f:0', 'f')));
    for (const id of ['call_a', 5, undefined])
      expect(toOpenAiRequest(call({ messages: conversation(id) }), {}, false).messages).toEqual(conversation(id));
  });
});
