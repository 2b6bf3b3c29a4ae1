import { parseEvent, readEvents } from '../read-events';
import type { ChatCall, Supplier, SupplierChunk, SupplierCompletion } from '../supplier';
import type { SupplierConnection } from '../supplier-connection';
import { SupplierError } from '../supplier-error';
import { readJson, type SupplierAnswer, SupplierHttp } from '../supplier-http';
import { OpenAiChunkReader, fromOpenAiCompletion } from './from-openai-response';
import { toOpenAiFailure } from './openai-failure';
import { toOpenAiRequest } from './to-openai-request';

/** Any supplier that speaks OpenAI's protocol. */
export class OpenAiSupplier implements Supplier {
  private readonly http: SupplierHttp;

  constructor(private readonly connection: SupplierConnection) {
    this.http = new SupplierHttp(connection.baseUrl, connection.options.timeouts);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromOpenAiCompletion(await readJson(answer));
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk> {
    const answer = await this.post(call, true);
    const chunks = new OpenAiChunkReader();
    for await (const { name, data } of readEvents(answer)) {
      if (data === '[DONE]') break;
      if (name === 'error') throw toOpenAiFailure(200, parseEvent(data));
      yield chunks.read(parseEvent(data));
    }
    if (!chunks.isWhole) throw new SupplierError('failed', 'The stream ended without a finish_reason');
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(call: ChatCall, stream: boolean): Promise<SupplierAnswer> {
    const { apiKey, options } = this.connection;
    const headers = { accept: stream ? 'text/event-stream' : 'application/json', ...openAiHeaders(apiKey) };
    const answer = await this.http.postJson('/chat/completions', headers, toOpenAiRequest(call, options, stream), call.signal);
    if (answer.status !== 200) throw toOpenAiFailure(answer.status, await readJson(answer));
    return answer;
  }
}

export function openAiHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
