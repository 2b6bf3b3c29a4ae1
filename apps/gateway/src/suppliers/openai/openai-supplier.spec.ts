import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { SupplierChunk, TokenUsage } from '../supplier';
import type { SupplierFault } from '../supplier-error';
import { OpenAiSupplier } from './openai-supplier';

interface Fixture {
  completion: unknown;
  stream: string[];
  text: string;
  reasoning: string;
  usage: TokenUsage;
  failures: { status: number; body?: unknown; stream?: string[]; fault: SupplierFault }[];
}

const FOLDER = path.join(__dirname, '__fixtures__');
const fixtures = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file): [string, Fixture] => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Fixture]);

const call = { upstreamModel: 'm', parameters: { messages: [] }, maxOutputTokens: 5, signal: new AbortController().signal };

describe('the answers of suppliers', () => {
  let server: Server;
  let supplier: OpenAiSupplier;
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
    supplier = new OpenAiSupplier({ baseUrl: `http://127.0.0.1:${port}/v1`, internal: true, apiKey: 'k', options: {} });
  });

  afterAll(async () => {
    await supplier.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const complete = (status: number, body: unknown) => {
    answer = { status, bytes: Buffer.from(JSON.stringify(body)) };
    return supplier.completeChat(call);
  };

  const stream = async (status: number, events: string[], lineEnd = '\n') => {
    answer = { status, bytes: Buffer.from(events.map((event) => `: keep-alive${lineEnd}data: ${event}${lineEnd}${lineEnd}`).join('')) };
    const chunks: SupplierChunk[] = [];
    for await (const together of supplier.streamChat(call)) chunks.push(...together);
    return chunks;
  };

  const textOf = (chunks: SupplierChunk[], key: string) =>
    chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta[key])).filter((piece) => typeof piece === 'string').join('');

  describe.each(fixtures)('%s', (_, fixture) => {
    it('whole', async () => {
      const { choices, usage } = await complete(200, fixture.completion);
      expect(choices).toHaveLength(1);
      expect(choices[0]).toMatchObject({ content: { role: 'assistant', content: fixture.text }, finishReason: 'stop' });
      expect(choices[0]?.content.reasoning_content ?? '').toBe(fixture.reasoning);
      expect(usage).toEqual(fixture.usage);
    });

    it.each(['\n', '\r\n'])('streamed, with lines that end with %j', async (lineEnd) => {
      const chunks = await stream(200, fixture.stream, lineEnd);
      expect([textOf(chunks, 'content'), textOf(chunks, 'reasoning_content')]).toEqual([fixture.text, fixture.reasoning]);
      expect(chunks.findLast(({ usage }) => usage !== null)?.usage).toEqual(fixture.usage);
    });

    it.each(fixture.failures)('failed: $fault', async ({ status, body, stream: events, fault }) => {
      const asked = events ? stream(status, events) : complete(status, body);
      await expect(asked).rejects.toMatchObject({ name: 'Error', fault });
    });
  });

  it('fail as a stream that was cut before its end, with and without [DONE]', async () => {
    const events = ['{"choices":[{"index":0,"delta":{"content":"a"}}]}'];
    await expect(stream(200, events)).rejects.toMatchObject({ fault: 'failed' });
    await expect(stream(200, [...events, '[DONE]'])).rejects.toMatchObject({ fault: 'failed' });
  });

  it.each([[401, false], [402, false], [403, false], [404, false], [429, false], [400, false], [408, true], [409, true], [500, true], [502, true]])(
    'with the status %i: the work may be done all the same is %s',
    async (status, mayBeAccepted) => {
      await expect(complete(status, {})).rejects.toMatchObject({ mayBeAccepted });
    },
  );

  it('that cannot be reached have done nothing', async () => {
    const closed = new OpenAiSupplier({ baseUrl: 'http://127.0.0.1:1/v1', internal: true, apiKey: 'k', options: {} });
    await expect(closed.completeChat(call)).rejects.toMatchObject({ fault: 'failed', mayBeAccepted: false });
    await closed.close();
  });

  it('fail as a 200 that is no answer at all', async () => {
    await expect(complete(200, 'busy')).rejects.toMatchObject({ fault: 'failed' });
    await expect(stream(200, ['busy'])).rejects.toMatchObject({ fault: 'failed', cause: undefined });
  });
});
