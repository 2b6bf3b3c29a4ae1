import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { KeyRing } from '@shipyard/platform';
import { AnthropicSupplier } from './anthropic/anthropic-supplier';
import { GeminiSupplier } from './gemini/gemini-supplier';
import { CallIds } from './openai/call-ids';
import { OpenAiSupplier } from './openai/openai-supplier';
import type { ChatCall, SupplierChunk, SupplierCompletion, TokenUsage } from '../contract/supplier';
import type { SupplierConnection } from '../contract/supplier-connection';
import type { SupplierFault } from '../contract/supplier-error';

const callIds = new CallIds(new KeyRing(new Map([['a', randomBytes(32)]])), 'openai');

interface Fixture {
  completion: unknown;
  stream: string[];
  text: string;
  reasoning: string;
  /** Left out: none. */
  toolCalls?: { name: string; arguments: string }[];
  /** Left out: stop. */
  finishReason?: string;
  usage: TokenUsage;
  failures: { status: number; body?: unknown; stream?: string[]; fault: SupplierFault }[];
}

interface ChatSupplier {
  completeChat(call: ChatCall): Promise<SupplierCompletion>;
  streamChat(call: ChatCall): AsyncIterable<SupplierChunk[]>;
  close(): Promise<void>;
}

const FAMILIES: Record<string, (connection: SupplierConnection) => ChatSupplier> = {
  openai: (connection) => new OpenAiSupplier(connection, callIds),
  anthropic: (connection) => new AnthropicSupplier(connection),
  gemini: (connection) => new GeminiSupplier(connection),
};

const fixtures = Object.keys(FAMILIES).flatMap((family) => {
  const folder = path.join(__dirname, family, '__fixtures__');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file): [string, string, Fixture] => [family, path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Fixture]);
});

const call = { upstreamModel: 'm', parameters: { messages: [{ role: 'user', content: 'a' }] }, maxOutputTokens: 5, apiKey: 'k', signal: new AbortController().signal, deadlineAt: Infinity };

const UNFINISHED: Record<string, string> = {
  openai: '{"choices":[{"index":0,"delta":{"content":"a"}}]}',
  anthropic: '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}',
  gemini: '{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}',
};

describe('the answers of suppliers', () => {
  let server: Server;
  const suppliers: Record<string, ChatSupplier> = {};
  let answer: { status: number; bytes: Buffer };

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(answer.status);
      // A write for each byte cuts every character and every line end.
      for (const byte of answer.bytes) response.write(Buffer.of(byte));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const [family, open] of Object.entries(FAMILIES)) suppliers[family] = open({ baseUrl: `http://127.0.0.1:${port}/v1`, internal: true, options: {} });
  });

  afterAll(async () => {
    for (const supplier of Object.values(suppliers)) await supplier.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const supplierOf = (family: string): ChatSupplier => {
    const supplier = suppliers[family];
    if (!supplier) throw new Error(`There is no family ${family}`);
    return supplier;
  };

  const complete = (family: string, status: number, body: unknown) => {
    answer = { status, bytes: Buffer.from(JSON.stringify(body)) };
    return supplierOf(family).completeChat(call);
  };

  const stream = async (family: string, status: number, events: string[], lineEnd = '\n') => {
    answer = { status, bytes: Buffer.from(events.map((event) => `: keep-alive${lineEnd}data: ${event}${lineEnd}${lineEnd}`).join('')) };
    const chunks: SupplierChunk[] = [];
    for await (const together of supplierOf(family).streamChat(call)) chunks.push(...together);
    return chunks;
  };

  const textOf = (chunks: SupplierChunk[], key: string) =>
    chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta[key])).filter((piece) => typeof piece === 'string').join('');

  const callsOf = (chunks: SupplierChunk[]) => {
    const calls: { name: string; arguments: string }[] = [];
    type Piece = { index: number; function: { name?: string; arguments: string } };
    for (const piece of chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as Piece[]))) {
      const known = (calls[piece.index] ??= { name: piece.function.name ?? '', arguments: '' });
      known.arguments += piece.function.arguments;
    }
    return calls;
  };

  describe.each(fixtures)('%s: %s', (family, _, fixture) => {
    const { toolCalls = [], finishReason = 'stop' } = fixture;

    it('whole', async () => {
      const { choices, usage } = await complete(family, 200, fixture.completion);
      expect(choices).toHaveLength(1);
      expect(choices[0]).toMatchObject({ content: { role: 'assistant' }, finishReason });
      expect(choices[0]?.content.content ?? '').toBe(fixture.text);
      expect(choices[0]?.content.reasoning_content ?? '').toBe(fixture.reasoning);
      expect(((choices[0]?.content.tool_calls ?? []) as { function: object }[]).map((called) => called.function)).toEqual(toolCalls);
      expect(usage).toEqual(fixture.usage);
    });

    it.each(['\n', '\r\n'])('streamed, with lines that end with %j', async (lineEnd) => {
      const chunks = await stream(family, 200, fixture.stream, lineEnd);
      expect([textOf(chunks, 'content'), textOf(chunks, 'reasoning_content'), callsOf(chunks)]).toEqual([fixture.text, fixture.reasoning, toolCalls]);
      expect(chunks.flatMap(({ choices }) => choices.flatMap((choice) => choice.finishReason ?? []))).toEqual([finishReason]);
      expect(chunks.findLast(({ usage }) => usage !== null)?.usage).toEqual(fixture.usage);
    });
  });

  const failures = fixtures.flatMap(([family, name, fixture]) => fixture.failures.map((failure) => ({ family, name, ...failure })));

  it.each(failures)('$family: $name, failed with $status: $fault', async ({ family, status, body, stream: events, fault }) => {
    const asked = events ? stream(family, status, events) : complete(family, status, body);
    await expect(asked).rejects.toMatchObject({ name: 'Error', fault });
  });

  it.each(Object.keys(FAMILIES))('fail as a stream of the kind %s that was cut before its end, with and without [DONE]', async (family) => {
    const events = [UNFINISHED[family] ?? ''];
    await expect(stream(family, 200, events)).rejects.toMatchObject({ fault: 'failed' });
    await expect(stream(family, 200, [...events, '[DONE]'])).rejects.toMatchObject({ fault: 'failed' });
  });

  it.each(Object.keys(FAMILIES))('fail as a 200 of the kind %s that is no answer at all', async (family) => {
    await expect(complete(family, 200, 'busy')).rejects.toMatchObject({ fault: 'failed' });
    await expect(stream(family, 200, ['busy'])).rejects.toMatchObject({ fault: 'failed' });
  });
});
