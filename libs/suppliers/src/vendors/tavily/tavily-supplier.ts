import { bearerHeaders } from '../../http/bearer-headers';
import type { SearchCall, SearchTerms, SupplierSearch } from '../../contract/search-call';
import type { SupplierAdapter } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { readJson, SupplierHttp } from '../../http/supplier-http';
import { fromTavilyResponse } from './from-tavily-response';
import { toTavilyFailure } from './tavily-failure';
import { toTavilyRequest, unsupportedByTavily } from './to-tavily-request';

/** Returns at most 20 results, and has no further pages. */
export class TavilySupplier implements SupplierAdapter {
  readonly mostQueryCharacters = 400;
  readonly takesSearchDepth = true;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  unsupportedSearchField(terms: SearchTerms): string | undefined {
    return unsupportedByTavily(terms);
  }

  async search(call: SearchCall): Promise<SupplierSearch> {
    const headers = { accept: 'application/json', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson('/search', headers, toTavilyRequest(call), call);
    const body = await readJson(answer);
    if (answer.status !== 200) throw toTavilyFailure(answer);
    return fromTavilyResponse(body, new Date());
  }

  close(): Promise<void> {
    return this.http.close();
  }
}
