import { startFakeAnthropic } from '@shipyard/testing';
import { describeChatContract } from '../../contract-suite/chat-contract';
import { chatCall, collect, FORMAT, join } from '../../contract-suite/chat-samples';
import { describeRecordedChats } from '../../contract-suite/recorded-chats';
import { toAnthropicFailure } from './anthropic-failure';
import { AnthropicSupplier } from './anthropic-supplier';

describeChatContract('anthropic', {
  start: () => startFakeAnthropic(),
  model: 'claude-fake',
  cachedUsage: {
    input_tokens: 150,
    cache_creation_input_tokens: 50,
    cache_read_input_tokens: 1_000,
    output_tokens: 12,
    output_tokens_details: { thinking_tokens: 9 },
  },
  cacheWriteTokens: 50,
  imageUrls: 'sent',
  beginsEmpty: false,
  toFailure: toAnthropicFailure,
});

describeRecordedChats('anthropic', '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}');

describe('a supplier of the kind anthropic without structured output', () => {
  it('gives the input of a tool as the content, whole and in a stream', async () => {
    const fake = await startFakeAnthropic();
    const supplier = new AnthropicSupplier({
      baseUrl: fake.baseUrl,
      internal: true,
      options: { json_schema_by_tool: true },
    });
    const choices = [{ toolCalls: [{ name: 'weather', arguments: ['{"sun', 'ny":true}'] }] }];
    fake.script({ kind: 'answer', choices }, { kind: 'answer', choices });
    const call = chatCall(fake.apiKey, { response_format: FORMAT });
    expect((await supplier.completeChat(call)).choices).toMatchObject([
      { content: { content: '{"sunny":true}' }, finishReason: 'stop' },
    ]);
    expect(join(await collect(supplier.streamChat(call)))).toMatchObject({
      content: { content: '{"sunny":true}', tool_calls: [] },
      finishReasons: ['stop'],
    });
    expect(fake.refusals).toEqual([]);
    await supplier.close();
    await fake.close();
  });
});
