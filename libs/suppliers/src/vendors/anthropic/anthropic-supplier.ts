import { parseEvent, readChunks } from '../../http/read-events';
import type { ChatCall, SupplierAdapter, SupplierChunk, SupplierCompletion } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, type SupplierAnswer, SupplierHttp } from '../../http/supplier-http';
import { toAnthropicFailure } from './anthropic-failure';
import { unsupportedByAnthropic } from './anthropic-parameters';
import { AnthropicEventReader, fromAnthropicMessage } from './from-anthropic-response';
import { contentTool, toAnthropicRequest } from './to-anthropic-request';

const VERSION = '2023-06-01';

export class AnthropicSupplier implements SupplierAdapter {
  private readonly http: SupplierHttp;

  constructor(private readonly connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  takesCacheMark(): boolean {
    return true;
  }

  unsupportedParameter(parameters: Record<string, unknown>): string | undefined {
    return unsupportedByAnthropic(parameters, this.connection.options);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromAnthropicMessage(await readJson(answer), contentTool(call.parameters, this.connection.options));
  }

  streamChat(call: ChatCall): AsyncIterable<SupplierChunk[]> {
    const events = new AnthropicEventReader(contentTool(call.parameters, this.connection.options));
    return readChunks(this.post(call, true), {
      read: ({ data }) => events.read(parseEvent(data)),
      isOver: () => events.isOver,
      isWhole: () => events.isWhole,
    });
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(call: ChatCall, stream: boolean): Promise<SupplierAnswer> {
    const { options } = this.connection;
    const headers = { accept: stream ? 'text/event-stream' : 'application/json', ...anthropicHeaders(call.apiKey) };
    const answer = await this.http.postJson(
      '/messages',
      headers,
      toAnthropicRequest(call, options, stream),
      call,
      stream ? 'stream' : 'whole',
    );
    if (answer.status !== 200) throw toAnthropicFailure(answer, await readJson(answer));
    return answer;
  }
}

export function anthropicHeaders(apiKey: string | undefined): Record<string, string> {
  return { 'anthropic-version': VERSION, ...(apiKey !== undefined && { 'x-api-key': apiKey }) };
}
