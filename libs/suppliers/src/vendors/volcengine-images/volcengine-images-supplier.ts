import { fromOpenAiImages } from '../openai/from-openai-images';
import { toOpenAiFailure } from '../openai/openai-failure';
import { bearerHeaders } from '../../http/bearer-headers';
import { obtainImages } from '../../images/obtain-images';
import { readJsonWithinMemory } from '../../images/read-within-memory';
import type { ImageCall, SupplierAdapter, SupplierImage } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { SupplierHttp } from '../../http/supplier-http';
import { toVolcengineRequest } from './to-volcengine-request';

/** Seedream at Volcengine Ark: OpenAI's answers and errors, but its own request format. */
export class VolcengineImagesSupplier implements SupplierAdapter {
  /** It has no n. A request for several would be a series whose length it chooses. */
  readonly mostImagesPerCall = 1;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  async generateImages(call: ImageCall): Promise<SupplierImage[]> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson('/images/generations', headers, toVolcengineRequest(call), call);
    const said = await readJsonWithinMemory(answer, call.memory);
    if (answer.status !== 200) throw toOpenAiFailure(answer, said);
    return obtainImages(this.http, fromOpenAiImages(said), call);
  }

  close(): Promise<void> {
    return this.http.close();
  }
}
