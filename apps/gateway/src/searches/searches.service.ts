/*
 * A search costs the price of one request, even without results. If a supplier may have accepted it, no other is tried.
 * The other rules are those of a metered call that is bought once: see metered-calls.service.ts. Its routes are those
 * that support its fields.
 */
import { Injectable } from '@nestjs/common';
import { drainEndSignal } from '@shipyard/platform/in-flight';
import { knownCost } from '../billing';
import type { IdempotencyRecorder } from '../idempotency';
import type { Caller } from '../keys';
import { type MeteredCall, MeteredCalls } from '../metered-calls';
import { type CatalogModel, CatalogService, requiredPrice } from '../models';
import { billOfFailure, type SearchTerms, SupplierError } from '../suppliers';
import { cleanResults } from './clean-results';
import { type SearchInput, toSearchTerms } from './searches.dto';
import { searchUsageView, type SearchView, toSearchView } from './searches.view';

@Injectable()
export class SearchesService {
  constructor(
    private readonly calls: MeteredCalls,
    private readonly catalog: CatalogService,
  ) {}

  async search(
    caller: Caller,
    input: SearchInput,
    recorder: IdempotencyRecorder | null,
  ): Promise<{ answer: SearchView; costNano: bigint }> {
    const terms = toSearchTerms(input);
    const model = await this.calls.findModel(caller, 'search', input.model);
    const found = await this.catalog.withRoutesForSearch(model, terms);
    const modelId = found.model.id;
    const purchase = {
      modelId,
      prices: () => [{ ...requestsIn(1), unitPriceNano: requiredPrice(found, 'request') }],
      highest: knownCost,
    };
    return this.calls.buy(caller, purchase, async (call) => {
      const { supplied, route } = await this.ask(call, found, terms);
      const results = cleanResults(supplied.results, terms, new Date());
      const answer = toSearchView(caller.requestId, modelId, terms.query, results);
      await recorder?.record(answer);
      const bought = [requestsIn(supplied.billedUnits)];
      const costNano = await call.settle({ route, lines: call.prices, bought });
      return { answer: { ...answer, usage: searchUsageView(costNano) }, costNano };
    });
  }

  private async ask(call: MeteredCall<unknown>, { routes }: CatalogModel, terms: SearchTerms) {
    // Only the end of this process stops it, not a disconnect.
    const signal = drainEndSignal;
    const {
      answer: supplied,
      route,
      lease,
    } = await call.ask(
      {
        routes,
        signal,
        isServedBy: (supplier) => supplier.search !== undefined,
        mayTryAnother: (error) => error.fault === 'failed' && !error.mayBeAccepted,
      },
      async ({ supplier, route }, attempt) => {
        if (!supplier.search) throw new SupplierError('failed', 'The supplier has no search', { isUntouched: true });
        const asked = { ...terms, upstreamModel: route.upstreamModel, signal, ...attempt };
        return supplier.search(asked).catch((error: unknown) => {
          call.attempts.ended({ route, bill: billOfFailure(error), units: () => [requestsIn(1)] });
          throw error;
        });
      },
    );
    lease.answered();
    call.attempts.ended({ route, bill: 'billed', units: () => [requestsIn(supplied.billedUnits)] });
    return { supplied, route };
  }
}

const requestsIn = (units: number) => ({ unitType: 'request', units });
