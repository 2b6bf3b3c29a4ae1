import { loadTokenizer, type Tokenizer } from '@shipyard/platform';
import { PromptTokens } from '../tokens/prompt-tokens';
import { ChatMeter } from './chat-meter';

describe('the meter of a chat without usage from its supplier', () => {
  const words = 'one two three four five';
  let tokenizer: Tokenizer;

  beforeAll(async () => {
    tokenizer = await loadTokenizer();
  });

  const prices = { inputNano: 10n ** 18n - 1n, outputNano: 10n ** 18n - 1n, cacheReadNano: 0n };
  const heldFor = () => ({ prices, input: new PromptTokens(tokenizer, {}), outputTokens: 1_000 });
  const metered = (...contents: Record<string, unknown>[]) => {
    const meter = new ChatMeter();
    for (const content of contents) meter.addContent(content);
    return { hasProduced: meter.hasProduced, tokens: meter.usage(tokenizer, heldFor()).completionTokens };
  };

  it.each([
    { content: words },
    { refusal: words },
    { reasoning_content: words },
    { tool_calls: [{ function: { name: 'one', arguments: ' two three four five' } }] },
    { tool_calls: [{ custom: { name: 'one', input: ' two three four five' } }] },
    { function_call: { name: 'one', arguments: ' two three four five' } },
    { audio: { id: 'a', transcript: words } },
  ])('counts %j', (content) => {
    expect(metered(content)).toEqual({ hasProduced: true, tokens: 5 });
  });

  it('counts a recording by its length', () => {
    expect(metered({ audio: { data: 'A'.repeat(1_500) } }, { audio: { data: 'A'.repeat(2_000) } })).toEqual({ hasProduced: true, tokens: 4 });
  });

  it.each([{}, { role: 'assistant', content: '' }, { content: null, tool_calls: null, audio: {} }])('has produced nothing with %j', (content) => {
    expect(metered(content)).toEqual({ hasProduced: false, tokens: 0 });
  });

  it('never counts more than was held for', () => {
    expect(metered({ audio: { data: 'A'.repeat(5_000_000) } }).tokens).toBe(1_000);
  });

  it('takes the word of a supplier as far as the ledger goes, and counts for itself beyond', () => {
    const told = (promptTokens: number, completionTokens: number) => {
      const meter = new ChatMeter();
      meter.addContent({ content: words });
      meter.addUsage({ promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 });
      return meter.usage(tokenizer, heldFor());
    };
    // 9,223 tokens at the highest price there can be are just below 2^63 nano.
    expect(told(23, 9_200)).toMatchObject({ promptTokens: 23, completionTokens: 9_200, estimated: false });
    expect(told(24, 9_200)).toMatchObject({ completionTokens: 5, estimated: true });
    expect(told(1_000_000_000, 1_000_000_000)).toMatchObject({ completionTokens: 5, estimated: true });
  });
});
