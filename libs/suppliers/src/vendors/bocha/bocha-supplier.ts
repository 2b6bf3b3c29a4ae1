import { bearerHeaders } from '../../http/bearer-headers';
import type { SearchCall, SearchTerms, SupplierSearch } from '../../contract/search-call';
import type { SupplierAdapter } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, SupplierHttp } from '../../http/supplier-http';
import { toBochaFailure } from './bocha-failure';
import { fromBochaResponse } from './from-bocha-response';
import { toBochaRequest, unsupportedByBocha } from './to-bocha-request';

export class BochaSupplier implements SupplierAdapter {
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedSearchField(terms: SearchTerms): string | undefined {
    return unsupportedByBocha(terms);
  }

  async search(call: SearchCall): Promise<SupplierSearch> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson('/web-search', headers, toBochaRequest(call), call);
    const body = await readJson(answer);
    if (answer.status !== 200) throw toBochaFailure(answer, body);
    return fromBochaResponse(body, new Date());
  }

  close(): Promise<void> {
    return this.http.close();
  }
}
