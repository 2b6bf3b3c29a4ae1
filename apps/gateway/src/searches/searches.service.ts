/*
 * A search, in order: model → what its routes support → limits of the key → price → hold → routes → clean → store →
 * settle. It costs the price of one request, even without results. If a supplier may have accepted it, no other is
 * tried, and a failure tells the client not to retry, because a retry would buy it again. A customer who disconnects
 * pays anyway. What may have been bought and was not delivered is our loss.
 */
import { Injectable } from '@nestjs/common';
import { beginWork, drainEndSignal } from '@shipyard/platform/in-flight';
import { BillingService, holdGone, knownCost, SupplierAttempts, supplierCost } from '../billing';
import type { IdempotencyRecorder } from '../idempotency';
import { assertModelAllowed, type Caller } from '../keys';
import { KeyLimitsService } from '../limits';
import { type CatalogModel, CatalogService, requiredPrice } from '../models';
import { notToRepeat } from '../v1';
import { RequestLogService } from '../request-log';
import { RoutingService } from '../routing';
import { billOfFailure, type SearchTerms, SupplierError, type SupplierSearch, toCustomerError } from '../suppliers';
import { cleanResults } from './clean-results';
import { type SearchInput, toSearchTerms } from './searches.dto';
import { searchUsageView, type SearchView, toSearchView } from './searches.view';

@Injectable()
export class SearchesService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly limits: KeyLimitsService,
    private readonly routing: RoutingService,
    private readonly billing: BillingService,
    private readonly requests: RequestLogService,
  ) {}

  async search(
    caller: Caller,
    input: SearchInput,
    recorder: IdempotencyRecorder | null,
  ): Promise<{ answer: SearchView; costNano: bigint }> {
    const terms = toSearchTerms(input);
    const model = await (input.model === undefined || input.model === null
      ? this.catalog.firstActive('search')
      : this.catalog.findActive(input.model, 'search'));
    this.requests.annotate(caller.requestId, { model: model.model.id });
    assertModelAllowed(caller, model.model.id);
    const found = await this.catalog.withRoutesForSearch(model, terms);
    const admitted = await this.limits.admit(caller, 0);
    caller.rates.write(admitted.rates);
    try {
      return await this.buy(caller, found, terms, recorder);
    } finally {
      admitted.end();
    }
  }

  private async buy(caller: Caller, found: CatalogModel, terms: SearchTerms, recorder: IdempotencyRecorder | null) {
    const { requestId } = caller;
    const model = found.model.id;
    const lines = [{ unitType: 'request', units: 1, unitPriceNano: requiredPrice(found, 'request') }];
    const hold = await this.billing.hold(caller, knownCost(lines));
    // If the client disconnects, the process must still wait for the end.
    const endWork = beginWork();
    const attempts = new SupplierAttempts(requestId, model);
    try {
      const { supplied, route } = await this.ask(caller, found, terms, attempts);
      const answer = await this.keep(requestId, model, terms, supplied, recorder);
      const supplierCostNano = supplierCost(route, requestsIn(supplied.billedUnits));
      attempts.charging(route.id);
      const charge = await this.billing
        .settle(hold, { requestId, model, lines, routeId: route.id, supplierCostNano })
        .catch((error: unknown) => {
          throw notToRepeat(toCustomerError(error));
        });
      if (!charge) {
        const units = () => requestsIn(supplied.billedUnits);
        attempts.ended({ route, bill: 'billed', units, reason: 'hold_lost' });
        throw holdGone();
      }
      return { answer: { ...answer, usage: searchUsageView(charge.chargedNano) }, costNano: charge.chargedNano };
    } catch (error) {
      const failure = toCustomerError(error);
      throw attempts.mayBeBilled ? notToRepeat(failure) : failure;
    } finally {
      this.billing.release(hold);
      await this.billing.writeOffUnpaid(caller, attempts);
      endWork();
    }
  }

  private async keep(
    requestId: string,
    model: string,
    terms: SearchTerms,
    supplied: SupplierSearch,
    recorder: IdempotencyRecorder | null,
  ): Promise<Omit<SearchView, 'usage'>> {
    const answer = toSearchView(requestId, model, terms.query, cleanResults(supplied.results, terms, new Date()));
    await recorder?.record(answer);
    return answer;
  }

  private async ask(
    { requestId, customerId }: Caller,
    { routes }: CatalogModel,
    terms: SearchTerms,
    attempts: SupplierAttempts,
  ) {
    // Only the end of this process stops it, not a disconnect.
    const signal = drainEndSignal;
    const { answer, candidate, lease } = await this.routing.ask(
      {
        requestId,
        customerId,
        routes,
        signal,
        isServedBy: (supplier) => supplier.search !== undefined,
        mayTryAnother: (error) => error.fault === 'failed' && !error.mayBeAccepted,
      },
      async ({ supplier, route }, attempt) => {
        if (!supplier.search) throw new SupplierError('failed', 'The supplier has no search', { isUntouched: true });
        const call = { ...terms, upstreamModel: route.upstreamModel, signal, ...attempt };
        return supplier.search(call).catch((error: unknown) => {
          attempts.ended({ route, bill: billOfFailure(error), units: () => requestsIn(1) });
          throw error;
        });
      },
    );
    lease.answered();
    attempts.ended({ route: candidate.route, bill: 'billed', units: () => requestsIn(answer.billedUnits) });
    return { supplied: answer, route: candidate.route };
  }
}

const requestsIn = (units: number) => [{ unitType: 'request', units }];
