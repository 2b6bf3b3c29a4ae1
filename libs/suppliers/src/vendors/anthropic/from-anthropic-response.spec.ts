import fc from 'fast-check';
import { SupplierError } from '../../contract/supplier-error';
import { AnthropicEventReader, fromAnthropicMessage } from './from-anthropic-response';

const TYPES = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
  'news',
];

function failsAsSupplier(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SupplierError);
  }
}

describe("Anthropic's answers", () => {
  it('say nothing of whose they are', () => {
    const completion = fromAnthropicMessage(
      {
        type: 'message',
        id: 'canary',
        model: 'canary',
        container: 'canary',
        stop_reason: 'tool_use',
        stop_details: { explanation: 'canary' },
        content: [
          { type: 'thinking', thinking: 'a', signature: 'canary' },
          { type: 'redacted_thinking', data: 'canary' },
          { type: 'server_tool_use', id: 'canary', name: 'canary', input: {} },
          { type: 'tool_use', id: 'canary', name: 'f', input: { b: 1 }, caller: { type: 'canary' } },
        ],
        usage: { input_tokens: 1, output_tokens: 2, service_tier: 'canary' },
      },
      undefined,
    );
    expect(JSON.stringify(completion)).not.toContain('canary');
    expect(completion.choices).toMatchObject([
      {
        content: {
          content: null,
          reasoning_content: 'a',
          tool_calls: [{ function: { name: 'f', arguments: '{"b":1}' } }],
        },
      },
    ]);
  });

  it('end in words of its own with stop, and only where they end', () => {
    const message = { type: 'message', content: [{ type: 'text', text: 'a' }] };
    expect(fromAnthropicMessage({ ...message, stop_reason: 'tired' }, undefined).choices[0]?.finishReason).toBe('stop');
    expect(() => fromAnthropicMessage({ ...message, stop_reason: null }, undefined)).toThrow(SupplierError);
  });

  it('give the usage of the prompt with the first content, and all of it at the end', () => {
    const reader = new AnthropicEventReader(undefined);
    expect(
      reader.read({
        type: 'message_start',
        message: { usage: { input_tokens: 5, cache_read_input_tokens: 3, output_tokens: 1 } },
      }),
    ).toBeNull();
    const say = () => reader.read({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } });
    expect([say()?.usage, say()?.usage]).toMatchObject([
      { promptTokens: 8, cachedTokens: 3, completionTokens: 1 },
      null,
    ]);
    expect(
      reader.read({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } })?.usage,
    ).toMatchObject({ promptTokens: 8, completionTokens: 7 });
  });

  it('never fail in any other way', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, other) =>
        failsAsSupplier(() =>
          fromAnthropicMessage({ type: 'message', content, stop_reason: other, usage: other }, undefined),
        ),
      ),
    );
    const event = fc.record({
      type: fc.constantFrom(...TYPES),
      index: fc.jsonValue(),
      delta: fc.jsonValue(),
      content_block: fc.jsonValue(),
      message: fc.jsonValue(),
      usage: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) =>
        failsAsSupplier(() => {
          const reader = new AnthropicEventReader(undefined);
          events.forEach((each) => reader.read(each));
        }),
      ),
    );
  });
});
