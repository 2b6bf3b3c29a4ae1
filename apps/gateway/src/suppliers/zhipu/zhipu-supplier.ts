import type { SearchCall, SearchTerms, SupplierSearch } from '../search-call';
import type { Supplier } from '../supplier';
import type { SupplierConnection } from '../supplier-connection';
import { readJson, SupplierHttp } from '../supplier-http';
import { fromZhipuSearch } from './from-zhipu-search';
import { toZhipuSearch, unsupportedByZhipuSearch } from './to-zhipu-search';
import { toZhipuFailure } from './zhipu-failure';

export const ZHIPU_BASE_URL = 'https://open.bigmodel.cn/api/paas/v4';

/** Zhipu's web search. A route's upstream_model names the engine, such as search_pro_sogou. */
export class ZhipuSupplier implements Supplier {
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedSearchField(terms: SearchTerms): string | undefined {
    return unsupportedByZhipuSearch(terms);
  }

  async search(call: SearchCall): Promise<SupplierSearch> {
    const headers = { accept: 'application/json', ...zhipuHeaders(call.apiKey) };
    const answer = await this.http.postJson('/web_search', headers, toZhipuSearch(call), call);
    const body = await readJson(answer);
    if (answer.status !== 200) throw toZhipuFailure(answer, body);
    return fromZhipuSearch(body, new Date());
  }

  close(): Promise<void> {
    return this.http.close();
  }
}

export function zhipuHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
