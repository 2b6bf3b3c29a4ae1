import type { CustomerImages } from '../../images/customer-images';
import { parseEvent, readChunks } from '../../http/read-events';
import type { ChatCall, SupplierAdapter, SupplierChunk, SupplierCompletion } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { type AnswerForm, readJson, type SupplierAnswer, SupplierHttp } from '../../http/supplier-http';
import { fromGeminiResponse, GeminiEventReader } from './from-gemini-response';
import { toGeminiFailure } from './gemini-failure';
import { unsupportedByGemini } from './gemini-parameters';
import { toGeminiRequest } from './to-gemini-request';

export class GeminiSupplier implements SupplierAdapter {
  private readonly http: SupplierHttp;

  constructor(
    private readonly connection: SupplierConnection,
    private readonly images: CustomerImages,
  ) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedParameter(parameters: Record<string, unknown>): string | undefined {
    return unsupportedByGemini(parameters, this.connection.options);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    return fromGeminiResponse(await readJson(await this.post(call, 'generateContent', 'whole')));
  }

  streamChat(call: ChatCall): AsyncIterable<SupplierChunk[]> {
    const events = new GeminiEventReader();
    return readChunks(this.post(call, 'streamGenerateContent?alt=sse', 'stream'), {
      read: ({ data }) => events.read(parseEvent(data)),
      isOver: () => false,
      isWhole: () => events.isWhole,
    });
  }

  async close(): Promise<void> {
    await this.http.close();
    await this.images.close();
  }

  private async post(call: ChatCall, method: string, form: AnswerForm): Promise<SupplierAnswer> {
    const answer = await this.send(call, `/${toModelPath(call.upstreamModel)}:${method}`, form);
    if (answer.status !== 200) throw toGeminiFailure(answer, await readJson(answer));
    return answer;
  }

  private async send(call: ChatCall, path: string, form: AnswerForm): Promise<SupplierAnswer> {
    const { messages, release } = await this.images.inline(call);
    try {
      const inlined = { ...call, parameters: { ...call.parameters, messages } };
      const body = toGeminiRequest(inlined, this.connection.options);
      return await this.http.postJson(path, geminiHeaders(call.apiKey), body, call, form);
    } finally {
      release();
    }
  }
}

/** Never in the URL, which logs and errors repeat. */
export function geminiHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { 'x-goog-api-key': apiKey };
}

function toModelPath(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`;
  return path.split('/').map(encodeURIComponent).join('/');
}
