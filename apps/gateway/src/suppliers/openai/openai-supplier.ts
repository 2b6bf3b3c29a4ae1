import type { ChatCall, Supplier, SupplierChunk, SupplierCompletion } from '../supplier';
import { SupplierError } from '../supplier-error';
import { type ServerSentEvent, ServerSentEventReader } from '../server-sent-events';
import { readJson, type SupplierAddress, type SupplierAnswer, SupplierHttp } from '../supplier-http';
import type { SupplierOptions } from '../supplier.entity';
import { OpenAiChunkReader, fromOpenAiCompletion } from './from-openai-response';
import { toOpenAiFailure } from './openai-failure';
import { toOpenAiRequest } from './to-openai-request';

export interface OpenAiConnection extends SupplierAddress {
  apiKey: string | undefined;
  options: SupplierOptions;
}

/** Any supplier that speaks OpenAI's protocol. */
export class OpenAiSupplier implements Supplier {
  private readonly http: SupplierHttp;

  constructor(private readonly connection: OpenAiConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromOpenAiCompletion(await readJson(answer));
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk[]> {
    const answer = await this.post(call, true);
    const events = new ServerSentEventReader();
    const chunks = new OpenAiChunkReader();
    try {
      for (let bytes = await answer.next(), isDone = false; bytes !== null && !isDone; bytes = isDone ? null : await answer.next()) {
        const read = readChunks(events.push(bytes), chunks);
        if (read.chunks.length > 0) yield read.chunks;
        if (read.failure) throw read.failure.error;
        isDone = read.isDone;
      }
    } finally {
      answer.letGo();
    }
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

interface ReadChunks {
  chunks: SupplierChunk[];
  isDone: boolean;
  /** Of the event after those chunks, which reached us all the same. */
  failure?: { error: unknown };
}

/** The chunks of these events, up to `[DONE]`. */
function readChunks(events: ServerSentEvent[], reader: OpenAiChunkReader): ReadChunks {
  const chunks: SupplierChunk[] = [];
  try {
    for (const { name, data } of events) {
      if (data === '[DONE]') return { chunks, isDone: true };
      // Seen in the wild: a keep-alive comment wrapped into an event.
      if (data === '' || data.startsWith(':')) continue;
      if (name === 'error') throw toOpenAiFailure(200, parse(data));
      chunks.push(reader.read(parse(data)));
    }
  } catch (error) {
    return { chunks, isDone: false, failure: { error } };
  }
  return { chunks, isDone: false };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Its cause would quote the answer in the log.
    throw new SupplierError('failed', 'An event of the stream is not JSON');
  }
}
