import { fromOpenAiImages } from '../openai/from-openai-images';
import { obtainPictures } from '../pictures/obtain-pictures';
import type { ImageCall, Supplier, SupplierImage } from '../supplier';
import type { SupplierConnection } from '../supplier-connection';
import { readJson, SupplierHttp } from '../supplier-http';
import { toZhipuImageRequest } from './to-zhipu-image-request';
import { toZhipuFailure } from './zhipu-failure';

export const ZHIPU_BASE_URL = 'https://open.bigmodel.cn/api/paas/v4';

/** Zhipu's own protocol beside chat, which the kind `openai` speaks. */
export class ZhipuSupplier implements Supplier {
  readonly mostImagesPerCall = 1;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  async generateImages(call: ImageCall): Promise<SupplierImage[]> {
    const headers = { accept: 'application/json', ...zhipuHeaders(call.apiKey) };
    const answer = await this.http.postJson('/images/generations', headers, toZhipuImageRequest(call), call);
    const said = await readJson(answer);
    if (answer.status !== 200) throw toZhipuFailure(answer, said);
    return obtainPictures(this.http, fromOpenAiImages(said), call);
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

export function zhipuHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
