import { searchPages } from '../../search/search-pages';
import type { SearchCall, SupplierSearch } from '../../contract/search-call';
import type { SupplierAdapter } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, SupplierHttp } from '../../http/supplier-http';
import { fromSerperResponse } from './from-serper-response';
import { toSerperFailure } from './serper-failure';
import { toSerperRequest } from './to-serper-request';

/** Serper returns ten of Google's results per page, and bills each page. */
export class SerperSupplier implements SupplierAdapter {
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  search(call: SearchCall): Promise<SupplierSearch> {
    return searchPages(call.count, 5, (page) => this.page(call, page));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async page(call: SearchCall, page: number): Promise<SupplierSearch> {
    const headers = { accept: 'application/json', ...serperHeaders(call.apiKey) };
    const answer = await this.http.postJson('/search', headers, toSerperRequest(call, page), call);
    const body = await readJson(answer);
    if (answer.status !== 200) throw toSerperFailure(answer, body);
    return fromSerperResponse(body, new Date());
  }
}

export function serperHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { 'x-api-key': apiKey };
}
