import { parseEvent, readEvents } from '../read-events';
import type { ChatCall, Supplier, SupplierChunk, SupplierCompletion } from '../supplier';
import type { SupplierConnection } from '../supplier-connection';
import { SupplierError } from '../supplier-error';
import { readJson, type SupplierAnswer, SupplierHttp } from '../supplier-http';
import { toAnthropicFailure } from './anthropic-failure';
import { unsupportedByAnthropic } from './anthropic-parameters';
import { AnthropicEventReader, fromAnthropicMessage } from './from-anthropic-response';
import { contentTool, toAnthropicRequest } from './to-anthropic-request';

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1';

/** The version of the protocol that this family speaks. */
const VERSION = '2023-06-01';

/** Anthropic's Messages API. */
export class AnthropicSupplier implements Supplier {
  private readonly http: SupplierHttp;

  constructor(private readonly connection: SupplierConnection) {
    this.http = new SupplierHttp(connection.baseUrl, connection.options.timeouts);
  }

  unsupportedParameter(parameters: Record<string, unknown>): string | undefined {
    return unsupportedByAnthropic(parameters, this.connection.options);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromAnthropicMessage(await readJson(answer), contentTool(call.parameters, this.connection.options));
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk> {
    const answer = await this.post(call, true);
    const events = new AnthropicEventReader(contentTool(call.parameters, this.connection.options));
    for await (const { data } of readEvents(answer)) {
      const chunk = events.read(parseEvent(data));
      if (chunk) yield chunk;
      if (events.isOver) break;
    }
    if (!events.isWhole) throw new SupplierError('failed', 'The stream ended without a stop_reason');
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(call: ChatCall, stream: boolean): Promise<SupplierAnswer> {
    const { apiKey, options } = this.connection;
    const headers = { accept: stream ? 'text/event-stream' : 'application/json', ...anthropicHeaders(apiKey) };
    const answer = await this.http.postJson('/messages', headers, toAnthropicRequest(call, options, stream), call.signal);
    if (answer.status !== 200) throw toAnthropicFailure(answer.status, await readJson(answer));
    return answer;
  }
}

export function anthropicHeaders(apiKey: string | undefined): Record<string, string> {
  return { 'anthropic-version': VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
}
