import { bearerHeaders } from '../../http/bearer-headers';
import { fromOpenAiImages } from '../openai/from-openai-images';
import { obtainImages } from '../../images/obtain-images';
import { readJsonWithinMemory } from '../../images/read-within-memory';
import type { SearchCall, SearchTerms, SupplierSearch } from '../../contract/search-call';
import type { ImageCall, SupplierAdapter, SupplierImage } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, type SupplierAnswer, SupplierHttp } from '../../http/supplier-http';
import { fromZhipuSearch } from './from-zhipu-search';
import { toZhipuImageRequest } from './to-zhipu-image-request';
import { toZhipuSearch, unsupportedByZhipuSearch } from './to-zhipu-search';
import { toZhipuFailure } from './zhipu-failure';

/** Zhipu's own protocol for images and search. A search route's upstream_model names the engine. */
export class ZhipuSupplier implements SupplierAdapter {
  readonly mostImagesPerCall = 1;
  readonly takesImageQuality = true;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedSearchField(terms: SearchTerms): string | undefined {
    return unsupportedByZhipuSearch(terms);
  }

  async search(call: SearchCall): Promise<SupplierSearch> {
    return fromZhipuSearch(await this.post('/web_search', toZhipuSearch(call), call, readJson), new Date());
  }

  async generateImages(call: ImageCall): Promise<SupplierImage[]> {
    const said = await this.post('/images/generations', toZhipuImageRequest(call), call, (answer) =>
      readJsonWithinMemory(answer, call.memory),
    );
    return obtainImages(this.http, fromOpenAiImages(said), call);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async post(
    path: string,
    body: unknown,
    call: SearchCall | ImageCall,
    read: (answer: SupplierAnswer) => Promise<unknown>,
  ): Promise<unknown> {
    const answer = await this.http.postJson(
      path,
      { accept: 'application/json', ...bearerHeaders(call.apiKey) },
      body,
      call,
    );
    const said = await read(answer);
    if (answer.status !== 200) throw toZhipuFailure(answer, said);
    return said;
  }
}
