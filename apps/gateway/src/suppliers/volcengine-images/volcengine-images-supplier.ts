import { fromOpenAiImages } from '../openai/from-openai-images';
import { toOpenAiFailure } from '../openai/openai-failure';
import { bearerHeaders } from '../bearer-headers';
import { obtainPictures } from '../pictures/obtain-pictures';
import { readJsonInRoom } from '../pictures/read-in-room';
import type { ImageCall, Supplier, SupplierImage } from '../supplier';
import type { SupplierConnection } from '../supplier-connection';
import { SupplierHttp } from '../supplier-http';
import { toVolcengineRequest } from './to-volcengine-request';

export const VOLCENGINE_BASE_URL = 'https://ark.cn-beijing.volces.com/api/v3';

/** Seedream at Volcengine Ark: OpenAI's answers and errors, and a request of its own. */
export class VolcengineImagesSupplier implements Supplier {
  /** It has no n: several at once would be a series, of which it chooses the length. */
  readonly mostImagesPerCall = 1;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  async generateImages(call: ImageCall): Promise<SupplierImage[]> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson('/images/generations', headers, toVolcengineRequest(call), call);
    const said = await readJsonInRoom(answer, call.room);
    if (answer.status !== 200) throw toOpenAiFailure(answer, said);
    return obtainPictures(this.http, fromOpenAiImages(said), call);
  }

  close(): Promise<void> {
    return this.http.close();
  }
}
