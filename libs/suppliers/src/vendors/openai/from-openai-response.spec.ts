import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { SupplierError } from '../../contract/supplier-error';
import { CallIds } from './call-ids';
import { fromOpenAiCompletion, OpenAiChunkReader } from './from-openai-response';
import { fromOpenAiUsage } from './openai-usage';

const callIds = new CallIds(new KeyRing(new Map([['a', randomBytes(32)]])), 'openai', (id) => id);
const complete = (body: unknown) => fromOpenAiCompletion(body, callIds);
const choice = (change: object = {}) => ({
  index: 0,
  message: { role: 'assistant', content: 'a' },
  finish_reason: 'stop',
  ...change,
});

describe("a supplier's whole answer", () => {
  it('is rid of everything that is not the answer', () => {
    const completion = complete({
      id: 'canary',
      system_fingerprint: 'canary',
      model: 'canary',
      provider: 'canary',
      choices: [
        choice({
          message: { role: 'assistant', content: 'a', provider: 'canary', reasoning_content: 'b' },
          native_finish_reason: 'canary',
        }),
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2, cost: 'canary' },
    });
    expect(JSON.stringify(completion)).not.toContain('canary');
    expect(completion).toEqual({
      choices: [
        {
          index: 0,
          content: { role: 'assistant', content: 'a', reasoning_content: 'b' },
          logprobs: null,
          finishReason: 'stop',
        },
      ],
      usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 2, reasoningTokens: 0 },
    });
  });

  it('keeps tool calls, in order, without indexes and under ids of ours', () => {
    const calls = ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: id, arguments: '{}' }, extra: 1 }));
    const [first] = complete({ choices: [choice({ message: { content: null, tool_calls: calls } })] }).choices;
    expect(first?.content.tool_calls).toEqual(
      calls.map(({ extra: _extra, ...call }) => ({ ...call, id: callIds.toOwn(call.id, call.id) })),
    );
  });

  it('gives an id of ours to a tool call that has none, and JSON to arguments that are an object', () => {
    const tool_calls = ['f', 'g'].map((name) => ({ index: 0, id: '', function: { name, arguments: { a: 1 } } }));
    const [first] = complete({ choices: [choice({ message: { content: null, tool_calls } })] }).choices;
    const id = expect.stringMatching(/^call_[0-9a-f]{32}$/) as string;
    expect(first?.content.tool_calls).toEqual(
      ['f', 'g'].map((name) => ({ id, type: 'function', function: { name, arguments: '{"a":1}' } })),
    );
  });

  it('shows citations without the marks of who found them', () => {
    const cited = (url: string) => ({
      type: 'url_citation',
      url_citation: { start_index: 0, end_index: 1, title: 'A', url, canary: 1 },
    });
    const annotations = [
      cited('https://a.example/b?utm_source=openai'),
      { type: 'file_citation', file_citation: { file_id: 'canary' } },
    ];
    const [first] = complete({ choices: [choice({ message: { content: 'a', annotations } })] }).choices;
    expect(first?.content.annotations).toEqual([
      { type: 'url_citation', url_citation: { start_index: 0, end_index: 1, title: 'A', url: 'https://a.example/b' } },
    ]);
    const piece = new OpenAiChunkReader(callIds).read({ choices: [{ index: 0, delta: { annotations } }] });
    expect(piece.choices[0]?.delta.annotations).toEqual(first?.content.annotations);
  });

  it('passes log probabilities on, with the keys that clients expect and no others', () => {
    const token = { token: 'a', logprob: -1, bytes: [97], provider: 'canary' };
    const [first] = complete({
      choices: [choice({ logprobs: { content: [{ ...token, top_logprobs: [token] }], canary: 1 } })],
    }).choices;
    const plain = { token: 'a', logprob: -1, bytes: [97] };
    expect(first?.logprobs).toEqual({ content: [{ ...plain, top_logprobs: [plain] }], refusal: null });
  });

  it.each([
    ['sensitive', 'content_filter'],
    ['model_context_window_exceeded', 'length'],
    ['eos', 'stop'],
    ['constructor', 'stop'],
  ])('that ended with %s ended with %s', (sent, finishReason) => {
    expect(complete({ choices: [choice({ finish_reason: sent })] }).choices[0]?.finishReason).toBe(finishReason);
  });

  it.each([
    ['an error inside a 200', { error: { message: 'no' } }],
    ['no choices', { choices: [] }],
    ['an end that is none', { choices: [choice({ finish_reason: 'network_error' })] }],
    ['no finish_reason', { choices: [choice({ finish_reason: null })] }],
    ['no message', { choices: [choice({ message: null })] }],
    ['text', 'hello'],
    ['nothing', undefined],
  ])('is a failure with %s', (_, body) => {
    expect(() => complete(body)).toThrow(SupplierError);
  });

  it('never fails in any other way', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (message, other) => {
        const body = { choices: [{ message, finish_reason: 'stop', index: other, logprobs: other }], usage: other };
        try {
          complete(body);
        } catch (error) {
          expect(error).toBeInstanceOf(SupplierError);
        }
      }),
    );
  });
});

describe("a supplier's stream", () => {
  const toolIndexes = (deltas: object[]) => {
    const reader = new OpenAiChunkReader(callIds);
    return deltas
      .map(
        (tool) => reader.read({ choices: [{ index: 0, delta: { tool_calls: [tool] } }] }).choices[0]?.delta.tool_calls,
      )
      .map((calls) => (calls as { index: number }[])[0]?.index);
  };

  it.each([
    ['proper indexes', [{ index: 0, id: 'a' }, { index: 1, id: 'b' }, { index: 0 }, { index: 1 }], [0, 1, 0, 1]],
    [
      'indexes that do not begin at 0',
      [{ index: 1, id: 'a' }, { index: 2, id: 'b' }, { index: 1 }, { index: 2 }],
      [0, 1, 0, 1],
    ],
    ['0 for every call', [{ index: 0, id: 'a' }, { index: 0 }, { index: 0, id: 'b' }, { index: 0 }], [0, 0, 1, 1]],
    ['no indexes', [{ id: 'a' }, {}, { id: 'b' }, {}], [0, 0, 1, 1]],
    ['no ids', [{ index: 1, function: { name: 'f' } }, { index: 2, function: { name: 'g' } }, { index: 1 }], [0, 1, 0]],
    ['neither ids nor indexes', [{ function: { name: 'f' } }, {}, { function: { name: 'g' } }, {}], [0, 0, 1, 1]],
    ['the id on every piece', [{ id: 'a' }, { id: 'b' }, { id: 'a' }], [0, 1, 0]],
  ])('numbers tool calls by their first appearance, given %s', (_, deltas, indexes) => {
    expect(toolIndexes(deltas)).toEqual(indexes);
  });

  it('tells the id of each call once, one of ours', () => {
    const reader = new OpenAiChunkReader(callIds);
    const idsOf = (tool: object) => {
      const [choice] = reader.read({ choices: [{ index: 0, delta: { tool_calls: [tool] } }] }).choices;
      return (choice?.delta.tool_calls as { id?: string }[]).map(({ id }) => id);
    };
    expect(idsOf({ index: 0, id: 'a' })).toEqual([callIds.toOwn('a')]);
    expect(idsOf({ index: 0, id: 'a' })).toEqual([undefined]);
    expect(idsOf({ index: 1, function: { name: 'f' } })).toEqual([expect.stringMatching(/^call_[0-9a-f]{32}$/)]);
    expect(idsOf({ index: 1 })).toEqual([undefined]);
  });

  it('is whole when every choice that began has ended', () => {
    const reader = new OpenAiChunkReader(callIds);
    const push = (index: number, reason: string | null) =>
      reader.read({ choices: [{ index, delta: {}, finish_reason: reason }] });
    expect(reader.isWhole).toBe(false);
    push(0, null);
    push(1, null);
    push(0, 'stop');
    expect(reader.isWhole).toBe(false);
    push(1, 'length');
    expect(reader.isWhole).toBe(true);
  });

  it('fails at an error event', () => {
    expect(() => new OpenAiChunkReader(callIds).read({ error: { message: 'no' } })).toThrow(SupplierError);
  });
});

describe('usage', () => {
  it.each([
    [
      { prompt_tokens: 0, completion_tokens: 0 },
      { promptTokens: 0, cachedTokens: 0, completionTokens: 0, reasoningTokens: 0 },
    ],
    [
      {
        prompt_tokens: 9,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { promptTokens: 9, cachedTokens: 4, completionTokens: 5, reasoningTokens: 3 },
    ],
    [
      { prompt_tokens: 9, completion_tokens: 5, prompt_cache_hit_tokens: 4 },
      { promptTokens: 9, cachedTokens: 4, completionTokens: 5, reasoningTokens: 0 },
    ],
    [
      { prompt_tokens: 9, completion_tokens: 5, cached_tokens: 40 },
      { promptTokens: 9, cachedTokens: 9, completionTokens: 5, reasoningTokens: 0 },
    ],
    [{ prompt_tokens: 9 }, null],
    [{ prompt_tokens: -1, completion_tokens: 5 }, null],
    [null, null],
    [undefined, null],
  ])('%j is read as %j', (usage, expected) => {
    expect(fromOpenAiUsage(usage)).toEqual(expected);
  });
});
