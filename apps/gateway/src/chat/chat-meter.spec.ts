import fc from 'fast-check';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import { PromptTokens } from '../tokens/prompt-tokens';
import type { FinishReason } from '@shipyard/contracts';
import type { ChatContent, SupplierChunk, TokenUsage } from '../suppliers';
import { chatPrices } from './chat-cost';
import { pricesNamed } from './prices-named';
import { ChatMeter } from './chat-meter';

const piece = (delta: ChatContent, finishReason: FinishReason | null = null, index = 0): SupplierChunk => ({
  choices: [{ index, delta, logprobs: null, finishReason }],
  usage: null,
});

/** All classes at one price. */
const pricesOf = (nano: bigint) => chatPrices(pricesNamed({ input_1k_tokens: nano }));

describe('the meter of a chat without usage from its supplier', () => {
  const words = 'one two three four five';
  let tokenizer: Tokenizer;

  beforeAll(async () => {
    tokenizer = await loadTokenizer();
  });

  const prices = pricesOf(10n ** 18n - 1n);
  const heldFor = () => ({ prices, input: new PromptTokens(tokenizer, {}), outputTokens: 1_000 });
  const metered = (...contents: Record<string, unknown>[]) => {
    const meter = new ChatMeter(1);
    for (const content of contents) meter.addContents(piece(content));
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
    expect(metered({ audio: { data: 'A'.repeat(1_500) } }, { audio: { data: 'A'.repeat(2_000) } })).toEqual({
      hasProduced: true,
      tokens: 4,
    });
  });

  it.each([{}, { role: 'assistant', content: '' }, { content: null, tool_calls: null, audio: {} }])(
    'counts nothing as produced for %j',
    (content) => {
      expect(metered(content)).toEqual({ hasProduced: false, tokens: 0 });
    },
  );

  it('never counts more than the hold covers', () => {
    expect(metered({ audio: { data: 'A'.repeat(5_000_000) } }).tokens).toBe(1_000);
  });

  it('uses the supplier’s usage if the ledger can store its cost, and its own count otherwise', () => {
    const told = (promptTokens: number, completionTokens: number) => {
      const meter = new ChatMeter(1);
      meter.addCompletion({
        choices: [{ index: 0, content: { content: words }, logprobs: null, finishReason: 'stop' }],
        usage: { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 },
      });
      return meter.usage(tokenizer, heldFor());
    };
    // 9,223 tokens at the highest possible price are just below 2^63 nano.
    expect(told(23, 9_200)).toMatchObject({ promptTokens: 23, completionTokens: 9_200, estimated: false });
    expect(told(24, 9_200)).toMatchObject({ completionTokens: 5, estimated: true });
    expect(told(1_000_000_000, 1_000_000_000)).toMatchObject({ completionTokens: 5, estimated: true });
  });
});

describe('the meter of a stream', () => {
  let tokenizer: Tokenizer;

  beforeAll(async () => {
    tokenizer = await loadTokenizer();
  });

  const prices = pricesOf(1n);
  const heldFor = (outputTokens: number) => ({ prices, input: new PromptTokens(tokenizer, {}), outputTokens });

  const piecesUntilExceeded = (pieces: string[], outputTokens: number) => {
    const meter = new ChatMeter(1);
    const held = heldFor(outputTokens);
    const at = pieces.findIndex((content) => {
      meter.addContents(piece({ content }));
      return meter.exceedsHold(held, tokenizer);
    });
    return at < 0 ? undefined : at + 1;
  };

  it.each<[string, string]>([
    ['English', ' one two three four five six seven eight nine ten'],
    ['Chinese', '人人生而自由,在尊严和权利上一律平等。'],
    ['code', 'if (a[0] !== b[1]) {\n    return [c, d];\n}\n'],
    ['digits', '31415926535897932384626433832795'],
    ['one word without end', 'a'.repeat(64)],
  ])('detects when %s far exceeds the hold', (_, text) => {
    const pieces = Array<string>(2_000).fill(text);
    const held = 1_000;
    const exceededAt = piecesUntilExceeded(pieces, held) ?? Infinity;
    const tokens = tokenizer.count(pieces.slice(0, exceededAt).join(''));
    expect(tokens).toBeGreaterThan(held);
    expect(tokens).toBeLessThan(held * 6);
  });

  it('detects it with a small limit, for pieces of any size', () => {
    expect(piecesUntilExceeded(Array<string>(1_000).fill('word '), 5)).toBeLessThan(60);
    expect(piecesUntilExceeded(['word '.repeat(1_000)], 5)).toBe(1);
  });

  it('never reports an answer within the hold, for pieces of any size', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(' the', '人', '\n\n', ' '.repeat(90), 'антидискриминационный', ' นะ'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 300 }), fc.integer({ min: 1, max: 12 }), (words, size) => {
        const text = words.join('');
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        expect(piecesUntilExceeded(pieces, tokenizer.count(text))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('uses the supplier’s usage at once', () => {
    const meter = new ChatMeter(1);
    const usage = (completionTokens: number) => ({
      promptTokens: 1,
      cachedTokens: 0,
      completionTokens,
      reasoningTokens: 0,
    });
    meter.observe({ choices: [], usage: usage(10) });
    expect(meter.exceedsHold(heldFor(10), tokenizer)).toBe(false);
    meter.observe({ choices: [], usage: usage(11) });
    expect(meter.exceedsHold(heldFor(10), tokenizer)).toBe(true);
  });
});

describe('the meter of a chat with usage from its supplier', () => {
  let tokenizer: Tokenizer;

  beforeAll(async () => {
    tokenizer = await loadTokenizer();
  });

  const prices = pricesOf(1n);
  const heldFor = () => ({
    prices,
    input: new PromptTokens(tokenizer, { messages: [{ role: 'user', content: 'one two three' }] }),
    outputTokens: 10_000,
  });
  const countedPrompt = () => heldFor().input.exact;
  const figures = (change: Partial<TokenUsage> = {}): TokenUsage => ({
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    ...change,
  });
  const words = Array<string>(100).fill(' word');
  const deliver = (meter: ChatMeter, chunk: SupplierChunk) => {
    meter.observe(chunk);
    meter.addContents(chunk);
  };

  it('takes its own count of a cut answer, if the supplier reported less before the end', () => {
    const meter = new ChatMeter(1);
    for (const content of words) deliver(meter, { ...piece({ content }), usage: figures() });
    expect(meter.usage(tokenizer, heldFor())).toMatchObject({
      promptTokens: countedPrompt(),
      completionTokens: 100,
      estimated: true,
    });
  });

  it('takes its own count of a whole answer, if the supplier reported only before the end', () => {
    const meter = new ChatMeter(1);
    for (const content of words) deliver(meter, { ...piece({ content }), usage: figures({ completionTokens: 1 }) });
    deliver(meter, piece({}, 'stop'));
    expect(meter.usage(tokenizer, heldFor())).toMatchObject({ completionTokens: 100, estimated: true });
  });

  it('takes the figures of the end of a whole answer, also if they are zero', () => {
    for (const inOne of [true, false]) {
      const meter = new ChatMeter(1);
      for (const content of words) deliver(meter, piece({ content }));
      if (!inOne) deliver(meter, piece({}, 'stop'));
      deliver(meter, { ...piece({}, 'stop'), usage: figures() });
      expect(meter.usage(tokenizer, heldFor())).toEqual({ ...figures(), excessTokens: 0, estimated: false });
    }
  });

  it('knows that an answer is whole when all its choices have finished', () => {
    const meter = new ChatMeter(2);
    deliver(meter, { ...piece({ content: ' word' }, 'stop'), usage: figures({ completionTokens: 7 }) });
    expect([meter.isWhole, meter.usage(tokenizer, heldFor())]).toMatchObject([false, { completionTokens: 7 }]);
    deliver(meter, piece({ content: words.join('') }, 'stop', 1));
    expect([meter.isWhole, meter.usage(tokenizer, heldFor())]).toMatchObject([true, { completionTokens: 101 }]);
  });

  it('never charges a cut answer less than was reported, or less than was delivered', () => {
    const usage = fc.record({
      promptTokens: fc.nat(50),
      cachedTokens: fc.constant(0),
      completionTokens: fc.nat(50),
      reasoningTokens: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.array(fc.option(usage), { maxLength: 40 }), fc.nat(40), (reports, leftAt) => {
        const meter = new ChatMeter(1);
        reports.forEach((reported, at) => {
          const chunk = { ...piece({ content: ' word' }), usage: reported };
          if (at < leftAt) deliver(meter, chunk);
          else meter.observe(chunk);
        });
        const last = reports.findLast((reported) => reported !== null) ?? figures();
        const { promptTokens, completionTokens } = meter.usage(tokenizer, heldFor());
        expect([promptTokens, completionTokens]).toEqual([
          Math.max(countedPrompt(), last.promptTokens),
          Math.max(Math.min(leftAt, reports.length), last.completionTokens),
        ]);
      }),
    );
  });
});
