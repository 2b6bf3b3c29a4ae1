import { plainPdf } from '@shipyard/testing';
import fc from 'fast-check';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import { measureParts, NO_SIZES } from './part-sizes';
import {
  countPromptBytes,
  countPromptTokens,
  FILE_PART_TOKENS,
  IMAGE_PART_TOKENS,
  NO_MARGIN,
  PromptTokens,
} from './prompt-tokens';

let tokenizer: Tokenizer;

beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

describe('the tokenizer', () => {
  it('counts as o200k_base does', () => {
    expect(tokenizer.count('hello world')).toBe(2);
    expect(tokenizer.count('')).toBe(0);
    expect(tokenizer.count('你好,世界')).toBe(3);
  });

  it('reads special tokens as plain text', () => {
    expect(tokenizer.count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts a long run without spaces in pieces', () => {
    const pieces = 200_000 / 256;
    expect(tokenizer.count('a'.repeat(200_000))).toBeLessThan(200_000 / 8 + pieces);
    expect(tokenizer.count(' '.repeat(200_000))).toBeGreaterThan(0);
  });

  it('stops soon after a limit', () => {
    expect(tokenizer.count('lorem ipsum '.repeat(100_000), 1_000)).toBeLessThan(20_000);
  });

  it('never counts more tokens than bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(tokenizer.count(text)).toBeLessThanOrEqual(Buffer.byteLength(text)),
      ),
    );
  });

  it('truncates to a number of tokens', () => {
    expect(tokenizer.truncate('one two three four', 2)).toEqual({ text: 'one two', tokens: 2 });
    expect(tokenizer.truncate('one two', 9)).toEqual({ text: 'one two', tokens: 2 });
  });

  it('truncates as it counts, including a long run without spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.nat({ max: 300 }), (text, limit) => {
        const cut = tokenizer.truncate(text, limit);
        expect(cut.tokens).toBe(Math.min(tokenizer.count(text), limit));
        if (cut.tokens < limit) expect(cut.text).toBe(text);
      }),
    );
    const run = 'a'.repeat(200_000);
    expect(tokenizer.truncate(run, Infinity)).toEqual({ text: run, tokens: tokenizer.count(run) });
  });
});

describe('the tokens of a prompt', () => {
  const messages = [{ role: 'user', content: 'hello world' }];

  it('are those of its text and the framing', () => {
    expect(countPromptTokens(tokenizer, { messages })).toBe(2 + 4 + 3);
  });

  it('include tools, schemas, names and earlier calls', () => {
    const plain = countPromptTokens(tokenizer, { messages });
    expect(
      countPromptTokens(tokenizer, { messages, tools: [{ type: 'function', function: { name: 'look_up' } }] }),
    ).toBeGreaterThan(plain);
    expect(countPromptTokens(tokenizer, { messages, response_format: { type: 'json_object' } })).toBeGreaterThan(plain);
    expect(countPromptTokens(tokenizer, { messages: [{ ...messages[0], name: 'ada' }] })).toBeGreaterThan(plain);
  });

  it('include a predicted answer', () => {
    const predicted = countPromptTokens(tokenizer, {
      messages,
      prediction: { type: 'content', content: 'hello world '.repeat(50) },
    });
    expect(predicted).toBeGreaterThan(countPromptTokens(tokenizer, { messages }) + 100);
  });

  it.each([
    ['picture', IMAGE_PART_TOKENS, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    ['recording', 10_000, { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } }],
    ['document', FILE_PART_TOKENS, { type: 'file', file: { file_data: 'AAAA', filename: 'a.pdf' } }],
  ])('include a fixed number per %s that cannot be read', (_, tokens, part) => {
    const sent = { messages: [{ role: 'user', content: [part] }] };
    expect(countPromptTokens(tokenizer, sent)).toBe(tokens + 4 + 3);
    expect(countPromptBytes(sent)).toBe(0);
  });

  it('include images and files as the model counts them', () => {
    const media = { image: { base: 100, tile: 10 }, file: 7, longestPrompt: 0, sizes: NO_SIZES };
    const image = (detail: string) => ({ type: 'image_url', image_url: { url: 'https://a.example/b.png', detail } });
    const sent = {
      messages: [
        { role: 'user', content: [image('low'), image('high'), { type: 'file', file: { file_id: 'a' } }] },
        { role: 'tool', tool_call_id: '1', content: [image('low')] },
      ],
    };
    const tokens = new PromptTokens(tokenizer, sent, media);
    const counted = 100 + 180 + 7 + 100 + 1 + 2 * 4 + 3;
    expect([tokens.exact, tokens.held, tokens.most, countPromptTokens(tokenizer, sent, media)]).toEqual([
      counted,
      counted,
      counted,
      counted,
    ]);
  });

  describe('of files and recordings', () => {
    const rates = { page: 1_000, textByte: 2, recording: 100, second: 20 };
    const margin = { ...NO_MARGIN, parts: rates };
    const file = (bytes: string | Buffer) => ({
      type: 'file',
      file: { file_data: `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}` },
    });
    const recording = (bytes: Buffer) => ({
      type: 'input_audio',
      input_audio: { data: bytes.toString('base64'), format: 'mp3' },
    });
    const pdf = (pages: number) => plainPdf(pages, 'hello you');
    const mp3 = (bytes: number) => Buffer.concat([Buffer.from('ID3'), Buffer.alloc(bytes - 3)]);
    const measured = async (parts: object[], { longestPrompt = 1_000_000, least = 7, of = margin } = {}) => {
      const sent = { messages: [{ role: 'user', content: parts }] };
      const media = { image: 500, file: least, longestPrompt, sizes: await measureParts(sent) };
      const { exact, held, most } = new PromptTokens(tokenizer, sent, media, of);
      expect(held).toBe(most);
      return { usual: exact - 4 - 3, held: held - 4 - 3 };
    };

    it('are held by pages and text', async () => {
      expect(await measured([file(pdf(10))])).toEqual({ usual: 10 * 1_500 + 3, held: 10 * 1_500 + 3 });
      const large = { of: { ...margin, parts: { ...rates, page: 5_000 } } };
      expect(await measured([file(pdf(10))], large)).toEqual({ usual: 15_003, held: 50_000 + 2 * 9 });
      expect(await measured([file(pdf(300))], large)).toEqual({ usual: 450_003, held: 1_000_000 });
    });

    it('are held by seconds', async () => {
      expect(await measured([recording(mp3(160_000))])).toEqual({ usual: 100, held: 100 + 160 * 20 });
    });

    it('are held by bytes if they cannot be read', async () => {
      expect(await measured([file('PK12')])).toEqual({ usual: 7, held: 4 * 1_032 });
      expect((await measured([file('x'.repeat(200_000))])).held).toBe(1_000_000);
      expect((await measured([recording(Buffer.from('fLaC'.repeat(10)))])).held).toBe(40 * 1_032);
    });

    it.each([
      ['a file at the supplier', { type: 'file', file: { file_id: 'file-1' } }],
      ['a file at the supplier beside bytes', { type: 'file', file: { file_id: 'file-1', file_data: 'AAAA' } }],
      ['a recording by its address', { type: 'input_audio', input_audio: { data: 'https://a.example/b.mp3' } }],
      ['a file without anything', { type: 'file' }],
    ])('are held as the longest prompt if they are %s', async (_, part) => {
      expect((await measured([part])).held).toBe(1_000_000);
    });

    it('are held as the longest prompt if the supplier states no figure', async () => {
      const of = { ...margin, parts: { page: Infinity, textByte: Infinity, recording: Infinity, second: Infinity } };
      for (const part of [file(pdf(1)), recording(mp3(1_000))])
        expect((await measured([part], { of })).held).toBe(1_000_000);
    });

    it('together are held as the longest prompt at most, and never below our count', async () => {
      const parts = [file(pdf(300)), file(pdf(300))];
      const of = { ...margin, parts: { ...rates, page: 2_000 } };
      expect(await measured(parts, { longestPrompt: 950_000, of })).toEqual({ usual: 900_006, held: 950_000 });
      expect(await measured(parts, { longestPrompt: 10, of })).toEqual({ usual: 900_006, held: 900_006 });
    });

    it('count what the operator says at least', async () => {
      expect(await measured([file(pdf(1))], { least: 20_000 })).toEqual({ usual: 20_000, held: 20_000 });
    });
  });

  it('are held with a margin for another tokenizer, but with at most one token per byte', () => {
    const english = 'The quick brown fox jumps over the lazy dog. '.repeat(10);
    const of = (content: unknown, factor: number, more: object = {}) =>
      new PromptTokens(
        tokenizer,
        { messages: [{ role: 'user', content }], ...more },
        { image: 1_000, file: 1_000, longestPrompt: 0, sizes: NO_SIZES },
        factor === 1 ? NO_MARGIN : { ...NO_MARGIN, factor, toolTokens: 600 },
      );
    const text = tokenizer.count(english);
    expect(of(english, 1).held).toBe(text + 4 + 3);
    expect(of(english, 3).held).toBe(3 * text + 6 + 3);
    expect(of(english, 3).exact).toBe(text + 4 + 3);
    expect(of(english, 100).held).toBe(english.length + 6 + 3);
    expect(of([{ type: 'image_url', image_url: { url: 'a' } }], 3).held).toBe(1_000 + 6 + 3);
    const tools = { tools: [{ type: 'function', function: { name: 'f' } }] };
    expect(of('a', 3, tools).held - of('a', 3, { tools: [] }).held).toBeGreaterThan(600);
    expect(of('a', 1, tools).held).toBe(of('a', 1, tools).exact);
  });

  it('are the same counted in slices, while others work', async () => {
    const text = 'naïve 你好 👩‍🚀 and a long way down ';
    const short = Array.from({ length: 200 }, () => ({ role: 'user', content: text.repeat(20) }));
    const long = { messages: [{ role: 'user', content: text.repeat(5_000) }, ...short], tools: [{ name: 'look_up' }] };
    let others = 0;
    const working = setInterval(() => (others += 1));
    const counted = await new PromptTokens(tokenizer, long).countInSlices(Infinity);
    clearInterval(working);
    expect(counted).toBe(countPromptTokens(tokenizer, long));
    expect(others).toBeGreaterThan(0);
    expect(await new PromptTokens(tokenizer, long).countInSlices(100)).toBeLessThan(20_000);
  });

  it('never exceed the bound that is known before counting', () => {
    const part = fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) }),
      fc.constant({ type: 'image_url', image_url: { url: 'a' } }),
    );
    const content = fc.oneof(fc.string({ unit: 'binary' }), fc.array(part));
    fc.assert(
      fc.property(
        fc.array(fc.record({ role: fc.constant('user'), content, name: fc.string() })),
        fc.option(fc.array(fc.json()), { nil: undefined }),
        (sent, tools) => {
          const tokens = new PromptTokens(tokenizer, { messages: sent, tools });
          expect(tokens.exact).toBeLessThanOrEqual(tokens.most);
          const wider = new PromptTokens(tokenizer, { messages: sent, tools }, undefined, {
            ...NO_MARGIN,
            factor: 3,
            toolTokens: 600,
          });
          expect(wider.exact).toBe(tokens.exact);
          expect(wider.held).toBeGreaterThanOrEqual(tokens.exact);
          expect(wider.held).toBeLessThanOrEqual(wider.most);
        },
      ),
    );
  });
});
