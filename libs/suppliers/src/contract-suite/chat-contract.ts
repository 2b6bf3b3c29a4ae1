import { CANARY, type FakeChoice, type FakeSupplier, type StreamManners } from '@shipyard/testing';
import { checkSupplier } from '../check-supplier';
import type { SupplierChunk, SupplierCompletion, TokenUsage } from '../contract/supplier';
import type { AnswerHead, SupplierError, SupplierFault } from '../contract/supplier-error';
import type { SupplierOptions } from '../contract/supplier-options';
import type { VendorName } from '../registry';
import { describeAbilities, type ImageUrls, unsupportedBy } from './chat-abilities';
import { chatCall, collect, join, QUESTION, TWO_CALLS, WEATHER, withoutIds } from './chat-samples';
import { openWith, saidBy, type SupplierWith } from './subject';

export interface ChatContract {
  start(): Promise<FakeSupplier<unknown>>;
  model: string;
  /** 1,000 of 1,200 prompt tokens are cached. The answer has 12 tokens, 9 of them reasoning. */
  cachedUsage: object;
  /** How many of these were written to the cache. Default: none. */
  cacheWriteTokens?: number;
  /** What the usage of this vendor never has, and so counts as 0. */
  unreported?: ('cachedTokens' | 'reasoningTokens')[];
  /** Whether the vendor fetches images by their URLs, we fetch them for it, or it takes none. */
  imageUrls: ImageUrls;
  /** Whether a stream opens with a chunk that has the role and no text, before the vendor can fail. */
  beginsEmpty: boolean;
  toFailure(head: AnswerHead, body: unknown): SupplierError;
}

/** Gives up soon, for the tests of an answer that stalls. */
const HASTY: SupplierOptions = { timeouts: { first_byte_ms: 300, idle_ms: 300 } };

export function describeChatContract(vendor: VendorName, contract: ChatContract): void {
  describe(`a supplier of the kind ${vendor}`, () => {
    let fake: FakeSupplier<unknown>;
    let supplier: SupplierWith<'completeChat' | 'streamChat'>;
    let hasty: SupplierWith<'completeChat' | 'streamChat'>;

    const open = (options: SupplierOptions = {}) =>
      openWith(vendor, { baseUrl: fake.baseUrl, internal: true, options }, 'completeChat', 'streamChat');
    const ask = (parameters?: object, model?: string, signal?: AbortSignal) =>
      chatCall(fake.apiKey, parameters, model, signal);

    beforeAll(async () => {
      fake = await contract.start();
      supplier = open();
      hasty = open(HASTY);
    });

    afterEach(() => expect(fake.refusals).toEqual([]));

    afterAll(async () => {
      await supplier.close();
      await hasty.close();
      await fake.close();
    });

    const whole = async (parameters: object = {}): Promise<SupplierCompletion> => {
      const completion = await supplier.completeChat(ask(parameters, contract.model));
      expect(JSON.stringify(completion)).not.toContain(CANARY);
      return completion;
    };

    const streamed = async (parameters: object = {}, asked = supplier): Promise<SupplierChunk[]> => {
      const chunks = await collect(asked.streamChat(ask(parameters, contract.model)));
      expect(JSON.stringify(chunks)).not.toContain(CANARY);
      return chunks;
    };

    const failure = async (asked: Promise<unknown>): Promise<unknown> => {
      const error = await asked.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(saidBy(error)).not.toContain(CANARY);
      return error;
    };

    const lastBody = () => JSON.stringify(fake.calls.at(-1)?.body);

    const lacks = (parameters: object) => unsupportedBy(supplier, parameters);

    describeAbilities({ fake: () => fake, whole, streamed, lacks, imageUrls: contract.imageUrls });

    it('answers whole', async () => {
      const { choices, usage } = await whole();
      expect(choices).toMatchObject([
        { index: 0, content: { role: 'assistant', content: 'Hello from afar.' }, logprobs: null, finishReason: 'stop' },
      ]);
      expect(usage).toEqual({ promptTokens: 11, cachedTokens: 0, completionTokens: 4, reasoningTokens: 0 });
    });

    it('streams the same', async () => {
      const chunks = await streamed();
      expect(join(chunks)).toEqual({
        content: { content: 'Hello from afar.', reasoning_content: '', tool_calls: [] },
        finishReasons: ['stop'],
        usage: { promptTokens: 11, cachedTokens: 0, completionTokens: 4, reasoningTokens: 0 },
        roles: ['assistant'],
      });
      expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    });

    it('shows its key in a header only, and asks under the name of the route', async () => {
      await whole();
      const { url, headers } = fake.calls.at(-1) ?? { url: '', headers: {} };
      expect(url).not.toContain(fake.apiKey);
      expect(Object.values(headers).filter((value) => String(value).includes(fake.apiKey))).toHaveLength(1);
      expect(url + lastBody()).toContain(contract.model);
    });

    it('follows instructions, wherever they stand', async () => {
      await whole({
        messages: [
          { role: 'system', content: 'Be brief.' },
          QUESTION,
          { role: 'developer', content: 'Be contract.' },
          { role: 'assistant', content: 'Sunny.' },
          QUESTION,
        ],
      });
      expect(lastBody()).toContain('Be brief.');
      expect(lastBody()).toContain('Be contract.');
      await whole({ messages: [{ role: 'system', content: 'Say something.' }] });
    });

    it('counts cached tokens as part of the prompt', async () => {
      const usage = contract.cachedUsage;
      const expected: TokenUsage = {
        promptTokens: 1_200,
        cachedTokens: 1_000,
        completionTokens: 12,
        reasoningTokens: 9,
        ...(contract.cacheWriteTokens && { cacheWriteTokens: contract.cacheWriteTokens }),
      };
      for (const name of contract.unreported ?? []) expected[name] = 0;
      fake.script(
        { kind: 'answer', usage },
        { kind: 'answer', usage },
        { kind: 'answer', usage: null },
        { kind: 'answer', usage: null },
      );
      expect((await whole()).usage).toEqual(expected);
      expect(join(await streamed()).usage).toEqual(expected);
      expect((await whole()).usage).toBeNull();
      expect(join(await streamed()).usage).toBeNull();
    });

    it.each<[string, string]>([
      ['content_filter', 'content_filter'],
      ['length', 'length'],
    ])('ends with %s', async (finishReason, expected) => {
      const choices = [{ words: ['Well', ', no.'], finishReason }];
      fake.script({ kind: 'answer', choices }, { kind: 'answer', choices });
      expect((await whole()).choices).toMatchObject([{ content: { content: 'Well, no.' }, finishReason: expected }]);
      const { content, finishReasons } = join(await streamed());
      expect([content.content, finishReasons]).toEqual(['Well, no.', [expected]]);
    });

    it.each<[number, SupplierFault]>([
      [400, 'refused'],
      [401, 'failed'],
      [402, 'failed'],
      [403, 'failed'],
      [404, 'failed'],
      [408, 'timeout'],
      [409, 'failed'],
      [413, 'refused'],
      [422, 'refused'],
      [429, 'failed'],
      [499, 'failed'],
      [500, 'failed'],
      [502, 'failed'],
      [503, 'failed'],
      [504, 'timeout'],
      [529, 'failed'],
    ])('fails with %i: %s', async (status, fault) => {
      fake.script(
        { kind: 'status', status, headers: { 'retry-after': '7' } },
        { kind: 'status', status },
        { kind: 'status', status, body: `<html>${CANARY}` },
      );
      expect(await failure(whole())).toMatchObject({ fault });
      expect(await failure(streamed())).toMatchObject({ fault });
      expect(await failure(whole())).toMatchObject({ fault });
    });

    it.each<[string, StreamManners]>([
      ['byte by byte', { bytewise: true }],
      ['with CRLF', { lineEnd: '\r\n' }],
      ['with LF and comments', { lineEnd: '\n', comments: true }],
      ['byte by byte, with CRLF and comments', { bytewise: true, lineEnd: '\r\n', comments: true }],
      ['without a last event', { withoutDone: true }],
    ])('reads the same stream %s', async (_, stream) => {
      const choices: FakeChoice[] = [{ reasoning: ['Für', ' dich'], words: ['Grüße', ' 🌍', ' 世界'] }];
      if (lacks({ tools: [WEATHER] }) === undefined) choices[0] = { ...choices[0], toolCalls: TWO_CALLS.toolCalls };
      fake.script({ kind: 'answer', choices }, { kind: 'answer', choices, stream });
      expect(withoutIds(await streamed())).toBe(withoutIds(await streamed()));
    });

    it.each<[NonNullable<StreamManners['breakAfter']>['how'], SupplierFault]>([
      ['reset', 'failed'],
      ['stall', 'timeout'],
      ['end', 'failed'],
      ['done', 'failed'],
      ['error', 'failed'],
      ['garbage', 'failed'],
    ])('fails where a stream breaks in the middle by %s, after what came before', async (how, fault) => {
      fake.script({ kind: 'answer', stream: { breakAfter: { words: 2, how } } });
      const chunks: SupplierChunk[] = [];
      const reading = (async () => {
        for await (const together of (how === 'stall' ? hasty : supplier).streamChat(ask({}, contract.model)))
          chunks.push(...together);
      })();
      expect(await failure(reading)).toMatchObject({ fault });
      expect(join(chunks)).toMatchObject({ content: { content: 'Hello from' }, finishReasons: [] });
      expect(JSON.stringify(chunks)).not.toContain(CANARY);
    });

    it('says nothing before a stream that breaks before its first word', async () => {
      fake.script({ kind: 'answer', stream: { breakAfter: { words: 0, how: 'error' } } });
      const first = supplier.streamChat(ask({}, contract.model))[Symbol.asyncIterator]().next();
      if (contract.beginsEmpty)
        expect((await first).value).toMatchObject([{ choices: [{ delta: { role: 'assistant', content: '' } }] }]);
      else expect(await failure(first)).toMatchObject({ fault: 'failed' });
    });

    it('fails before its answer has begun', async () => {
      fake.script(
        { kind: 'reset' },
        { kind: 'stall' },
        { kind: 'error_in_200' },
        { kind: 'error_in_200' },
        { kind: 'page' },
        { kind: 'page' },
      );
      expect(await failure(whole())).toMatchObject({ fault: 'failed' });
      expect(await failure(streamed({}, hasty))).toMatchObject({ fault: 'timeout' });
      for (const asked of [whole, streamed, whole, streamed])
        expect(await failure(asked())).toMatchObject({ fault: 'failed' });
    });

    it('fails as an answer that never ends', async () => {
      fake.script(
        { kind: 'answer', choices: [{ words: ['a'], finishReason: null }] },
        { kind: 'answer', choices: [{ words: ['a'], finishReason: null }] },
      );
      expect(await failure(whole())).toMatchObject({ fault: 'failed' });
      expect(await failure(streamed())).toMatchObject({ fault: 'failed' });
    });

    it('is left when the caller leaves', async () => {
      fake.script({ kind: 'stall' });
      const leaving = new AbortController();
      const asked = fake.calls.length;
      let isOver = false;
      const answer = supplier.completeChat(ask({}, contract.model, leaving.signal)).finally(() => (isOver = true));
      // The loop below asserts on an answer that arrives too early.
      answer.catch(() => undefined);
      while (fake.calls.length === asked && !isOver) await new Promise(setImmediate);
      leaving.abort(new Error('gone'));
      await expect(answer).rejects.toThrow('gone');
      await fake.calls.at(-1)?.leftEarly;
    });

    it("refuses a wrong key, which is our fault and not the caller's", async () => {
      expect(await failure(supplier.completeChat({ ...ask({}, contract.model), apiKey: 'sk-other' }))).toMatchObject({
        fault: 'failed',
      });
      const row = { kind: vendor, baseUrl: fake.baseUrl, internal: true, options: {} };
      expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({
        ok: false,
        message: 'The supplier answers, but refuses the key. Set another key.',
      });
      expect(await checkSupplier(row, { secret: fake.apiKey, last4: '7f3a' })).toMatchObject({
        ok: false,
        status: 404,
      });
      fake.refusals.length = 0;
    });
  });

  describe(`a failure of ${vendor}`, () => {
    it.each([
      [401, false],
      [402, false],
      [403, false],
      [404, false],
      [429, false],
      [400, false],
      [408, true],
      [409, true],
      [500, true],
      [502, true],
    ])('with the status %i: the work may be done all the same is %s', (status, mayBeAccepted) => {
      expect(contract.toFailure({ status }, {})).toMatchObject({ mayBeAccepted, status });
    });

    it('keeps how long the supplier wants to be left alone', () => {
      expect(contract.toFailure({ status: 429, retryAfterMs: 2_000 }, {}).retryAfterMs).toBe(2_000);
    });
  });
}
