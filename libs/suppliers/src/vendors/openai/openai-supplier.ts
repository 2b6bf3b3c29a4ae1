import { bearerHeaders } from '../../http/bearer-headers';
import { obtainImages } from '../../images/obtain-images';
import { readJsonWithinMemory } from '../../images/read-within-memory';
import { parseEvent, readChunks } from '../../http/read-events';
import type {
  CacheMark,
  ChatCall,
  ImageCall,
  SupplierAdapter,
  SupplierChunk,
  SupplierCompletion,
  SupplierImage,
} from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, type SupplierAnswer, SupplierHttp } from '../../http/supplier-http';
import { fromOpenAiImages } from './from-openai-images';
import type { CallIds } from './call-ids';
import { OpenAiChunkReader, fromOpenAiCompletion } from './from-openai-response';
import { toOpenAiFailure } from './openai-failure';
import { toOpenAiImageRequest } from './to-openai-image-request';
import { takesOpenAiCacheMark } from './openai-cache-marks';
import { toOpenAiRequest } from './to-openai-request';

export class OpenAiSupplier implements SupplierAdapter {
  readonly takesImageQuality = true;
  private readonly http: SupplierHttp;

  constructor(
    private readonly connection: SupplierConnection,
    private readonly callIds: CallIds,
  ) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  takesCacheMark(mark: CacheMark): boolean {
    return takesOpenAiCacheMark(this.connection.baseUrl, mark);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const answer = await this.post(call, false);
    return fromOpenAiCompletion(await readJson(answer), this.callIds);
  }

  streamChat(call: ChatCall): AsyncIterable<SupplierChunk[]> {
    const chunks = new OpenAiChunkReader(this.callIds);
    let isDone = false;
    return readChunks(this.post(call, true), {
      read: ({ name, data }) => {
        isDone = data === '[DONE]';
        if (isDone) return null;
        if (name === 'error') throw toOpenAiFailure({ status: 200 }, parseEvent(data));
        return chunks.read(parseEvent(data));
      },
      isOver: () => isDone,
      isWhole: () => chunks.isWhole,
    });
  }

  async generateImages(call: ImageCall): Promise<SupplierImage[]> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson(
      '/images/generations',
      headers,
      toOpenAiImageRequest(call, this.connection.options),
      call,
    );
    const said = await readJsonWithinMemory(answer, call.memory);
    if (answer.status !== 200) throw toOpenAiFailure(answer, said);
    return obtainImages(this.http, fromOpenAiImages(said), call);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(call: ChatCall, stream: boolean): Promise<SupplierAnswer> {
    const headers = { accept: stream ? 'text/event-stream' : 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson(
      '/chat/completions',
      headers,
      toOpenAiRequest(call, this.connection.options, this.callIds, stream),
      call,
      stream ? 'stream' : 'whole',
    );
    if (answer.status !== 200) throw toOpenAiFailure(answer, await readJson(answer));
    return answer;
  }
}
