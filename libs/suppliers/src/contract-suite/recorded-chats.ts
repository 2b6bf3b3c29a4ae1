import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SupplierChunk, TokenUsage } from '../contract/supplier';
import type { SupplierFault } from '../contract/supplier-error';
import type { VendorName } from '../registry';
import { openWith, readFixtures, type SupplierWith } from './subject';

interface Fixture {
  completion: unknown;
  stream: string[];
  text: string;
  reasoning: string;
  toolCalls?: { name: string; arguments: string }[];
  finishReason?: string;
  usage: TokenUsage;
  failures: { status: number; body?: unknown; stream?: string[]; fault: SupplierFault }[];
}

const call = {
  upstreamModel: 'm',
  parameters: { messages: [{ role: 'user', content: 'a' }] },
  maxOutputTokens: 5,
  apiKey: 'k',
  signal: new AbortController().signal,
  deadlineAt: Infinity,
};

/** `unfinished` is an event of the vendor's stream that is not its last one. */
export function describeRecordedChats(vendor: VendorName, unfinished: string): void {
  const fixtures = readFixtures<Fixture>(vendor);

  describe(`the recorded chats of ${vendor}`, () => {
    let server: Server;
    let supplier: SupplierWith<'completeChat' | 'streamChat'>;
    let answer: { status: number; bytes: Buffer };

    beforeAll(async () => {
      server = createServer((request, response) => {
        request.resume();
        response.writeHead(answer.status);
        // A write for each byte splits every character and every line ending.
        for (const byte of answer.bytes) response.write(Buffer.of(byte));
        response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      supplier = openWith(
        vendor,
        { baseUrl: `http://127.0.0.1:${port}/v1`, internal: true, options: {} },
        'completeChat',
        'streamChat',
      );
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
      answer = {
        status,
        bytes: Buffer.from(events.map((event) => `: keep-alive${lineEnd}data: ${event}${lineEnd}${lineEnd}`).join('')),
      };
      const chunks: SupplierChunk[] = [];
      for await (const together of supplier.streamChat(call)) chunks.push(...together);
      return chunks;
    };

    const textOf = (chunks: SupplierChunk[], key: string) =>
      chunks
        .flatMap(({ choices }) => choices.map(({ delta }) => delta[key]))
        .filter((piece) => typeof piece === 'string')
        .join('');

    const callsOf = (chunks: SupplierChunk[]) => {
      const calls: { name: string; arguments: string }[] = [];
      type Piece = { index: number; function: { name?: string; arguments: string } };
      for (const piece of chunks.flatMap(({ choices }) =>
        choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as Piece[]),
      )) {
        const known = (calls[piece.index] ??= { name: piece.function.name ?? '', arguments: '' });
        known.arguments += piece.function.arguments;
      }
      return calls;
    };

    describe.each(fixtures)('%s', (_, fixture) => {
      const { toolCalls = [], finishReason = 'stop' } = fixture;

      it('whole', async () => {
        const { choices, usage } = await complete(200, fixture.completion);
        expect(choices).toHaveLength(1);
        expect(choices[0]).toMatchObject({ content: { role: 'assistant' }, finishReason });
        expect(choices[0]?.content.content ?? '').toBe(fixture.text);
        expect(choices[0]?.content.reasoning_content ?? '').toBe(fixture.reasoning);
        expect(
          ((choices[0]?.content.tool_calls ?? []) as { function: object }[]).map((called) => called.function),
        ).toEqual(toolCalls);
        expect(usage).toEqual(fixture.usage);
      });

      it.each(['\n', '\r\n'])('streamed, with lines that end with %j', async (lineEnd) => {
        const chunks = await stream(200, fixture.stream, lineEnd);
        expect([textOf(chunks, 'content'), textOf(chunks, 'reasoning_content'), callsOf(chunks)]).toEqual([
          fixture.text,
          fixture.reasoning,
          toolCalls,
        ]);
        expect(chunks.flatMap(({ choices }) => choices.flatMap((choice) => choice.finishReason ?? []))).toEqual([
          finishReason,
        ]);
        expect(chunks.findLast(({ usage }) => usage !== null)?.usage).toEqual(fixture.usage);
      });
    });

    const failures = fixtures.flatMap(([name, fixture]) => fixture.failures.map((failure) => ({ name, ...failure })));

    it.each(failures)('$name, failed with $status: $fault', async ({ status, body, stream: events, fault }) => {
      const asked = events ? stream(status, events) : complete(status, body);
      await expect(asked).rejects.toMatchObject({ name: 'Error', fault });
    });

    it('fail as a stream that was cut before its end, with and without [DONE]', async () => {
      const events = [unfinished];
      await expect(stream(200, events)).rejects.toMatchObject({ fault: 'failed' });
      await expect(stream(200, [...events, '[DONE]'])).rejects.toMatchObject({ fault: 'failed' });
    });

    it('fail as a 200 that is no answer at all', async () => {
      await expect(complete(200, 'busy')).rejects.toMatchObject({ fault: 'failed' });
      await expect(stream(200, ['busy'])).rejects.toMatchObject({ fault: 'failed' });
    });
  });
}
