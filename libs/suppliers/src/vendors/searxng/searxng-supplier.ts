import { bearerHeaders } from '../../http/bearer-headers';
import { searchPages } from '../../search/search-pages';
import type { SearchCall, SearchTerms, SupplierSearch } from '../../contract/search-call';
import type { SupplierAdapter } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { answeredWith, faultOfStatus, SupplierError } from '../../contract/supplier-error';
import { readJson, SupplierHttp } from '../../http/supplier-http';
import { fromSearxngResponse } from './from-searxng-response';
import { toSearxngForm, unsupportedBySearxng } from './to-searxng-form';

export class SearxngSupplier implements SupplierAdapter {
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedSearchField(terms: SearchTerms): string | undefined {
    return unsupportedBySearxng(terms);
  }

  search(call: SearchCall): Promise<SupplierSearch> {
    return searchPages(call.count, 5, (page) => this.page(call, page));
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async page(call: SearchCall, page: number): Promise<SupplierSearch> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    // A long query in a URL would exceed the limits of servers in between.
    const answer = await this.http.postForm('/search', headers, toSearxngForm(call, page), call);
    const body = await readJson(answer);
    const { status } = answer;
    if (status !== 200)
      throw new SupplierError(faultOfStatus(status), `The supplier answered ${status}`, answeredWith(answer));
    return fromSearxngResponse(body, new Date());
  }
}
