import type { ChatCall, Supplier, SupplierChunk, SupplierCompletion } from '../supplier';
import { SupplierError } from '../supplier-error';
import { ServerSentEventReader } from '../server-sent-events';
import { readJson, readPieces, type SupplierAnswer, SupplierHttp } from '../supplier-http';
import type { SupplierOptions } from '../supplier.entity';
import { OpenAiChunkReader, fromOpenAiCompletion } from './from-openai-response';
import { toOpenAiFailure } from './openai-failure';
import { toOpenAiRequest } from './to-openai-request';

export interface OpenAiConnection {
  baseUrl: string;
  apiKey: string | undefined;
  options: SupplierOptions;
}

/** Any supplier that speaks OpenAI's protocol. */
export class OpenAiSupplier implements Supplier {
  private readonly http: SupplierHttp;

  constructor(private readonly connection: OpenAiConnection) {
    this.http = new SupplierHttp(connection.baseUrl, connection.options.timeouts);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromOpenAiCompletion(await readJson(answer));
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk> {
    const answer = await this.post(call, true);
    const chunks = new OpenAiChunkReader();
    for await (const body of readEvents(answer)) yield chunks.read(body);
    if (!chunks.isWhole) throw new SupplierError('failed', 'The stream ended without a finish_reason');
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(call: ChatCall, stream: boolean): Promise<SupplierAnswer> {
    const { apiKey, options } = this.connection;
    const headers = {
      accept: stream ? 'text/event-stream' : 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    };
    const answer = await this.http.postJson('/chat/completions', headers, toOpenAiRequest(call, options, stream), call.signal);
    if (answer.status !== 200) throw toOpenAiFailure(answer.status, await readJson(answer));
    return answer;
  }
}

/** The JSON of each event, up to `[DONE]` or the end. */
async function* readEvents(answer: SupplierAnswer): AsyncGenerator<unknown> {
  const reader = new ServerSentEventReader();
  for await (const piece of readPieces(answer)) {
    for (const { name, data } of reader.push(piece)) {
      if (data === '[DONE]') return;
      // Seen in the wild: a keep-alive comment wrapped into an event.
      if (data === '' || data.startsWith(':')) continue;
      if (name === 'error') throw toOpenAiFailure(200, parse(data));
      yield parse(data);
    }
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Its cause would quote the answer in the log.
    throw new SupplierError('failed', 'An event of the stream is not JSON');
  }
}
