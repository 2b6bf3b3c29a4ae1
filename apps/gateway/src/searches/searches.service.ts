/*
 * A search, in order: model → what its routes support → limits of the key → price → hold → routes → clean → store →
 * settle. It costs the price of one request, even without results. If a supplier may have accepted it, no other is
 * tried, and a failure tells the client not to retry, because a retry would buy it again. A customer who disconnects
 * pays anyway. What may have been bought and was not delivered is our loss.
 */
import { Injectable } from '@nestjs/common';
import { beginWork, drainEndSignal, ProcessEnding } from '@shipyard/platform/in-flight';
import { BillingService, holdGone, knownCost, type Loss, supplierCost } from '../billing';
import type { IdempotencyRecorder } from '../idempotency';
import { assertModelAllowed, type Caller } from '../keys';
import { KeyLimitsService } from '../limits';
import { type CatalogModel, CatalogService, type ModelRoute, requiredPrice } from '../models';
import { notToRepeat } from '../openai';
import { RequestLogService } from '../requests';
import { RoutingService } from '../routing';
import { type SearchTerms, SupplierError, type SupplierSearch, toCustomerError } from '../suppliers';
import { cleanResults } from './clean-results';
import { type SearchInput, toSearchTerms } from './searches.dto';
import { searchUsageView, type SearchView, toSearchView } from './searches.view';

/** A search that the supplier may have billed, and whose results nobody receives. The customer is told the cause. */
class UndeliveredSearch extends Error {
  constructor(
    readonly route: ModelRoute,
    readonly units: number,
    cause: unknown,
    readonly reason: Loss['reason'] = 'undelivered',
  ) {
    super('A search was not delivered', { cause });
  }
}

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
    try {
      const { supplied, route } = await this.ask(caller, found, terms);
      const undelivered = (cause: unknown, reason?: Loss['reason']) =>
        new UndeliveredSearch(route, supplied.billedUnits, cause, reason);
      const answer = await this.keep(requestId, model, terms, supplied, recorder).catch((error: unknown) => {
        throw undelivered(error);
      });
      const supplierCostNano = supplierCost(route, [{ unitType: 'request', units: supplied.billedUnits }]);
      const charge = await this.billing
        .settle(hold, { requestId, model, lines, routeId: route.id, supplierCostNano })
        .catch((error: unknown) => {
          // The customer may have been charged, so this may not be a loss.
          throw notToRepeat(toCustomerError(error));
        });
      if (!charge) throw undelivered(holdGone(), 'hold_lost');
      return { answer: { ...answer, usage: searchUsageView(charge.chargedNano) }, costNano: charge.chargedNano };
    } catch (error) {
      if (!(error instanceof UndeliveredSearch)) throw toCustomerError(error);
      const { route, units, reason, cause } = error;
      await this.billing.writeOff(caller, {
        requestId,
        model,
        routeId: route.id,
        supplierCostNano: supplierCost(route, [{ unitType: 'request', units }]),
        reason,
      });
      throw notToRepeat(toCustomerError(cause));
    } finally {
      this.billing.release(hold);
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

  /** Throws UndeliveredSearch if the supplier may have searched. */
  private async ask({ requestId, customerId }: Caller, { routes }: CatalogModel, terms: SearchTerms) {
    // Only the end of this process stops it, not a disconnect.
    const signal = drainEndSignal;
    let asked: ModelRoute | undefined;
    try {
      const routed = await this.routing.ask(
        {
          requestId,
          customerId,
          routes,
          signal,
          isServedBy: (supplier) => supplier.search !== undefined,
          mayTryAnother: (error) => error.fault === 'failed' && !mayBeBought(error),
        },
        ({ supplier, route }, attempt) => {
          if (!supplier.search) throw new SupplierError('failed', 'The supplier has no search', { isUntouched: true });
          asked = route;
          return supplier.search({ ...terms, upstreamModel: route.upstreamModel, signal, ...attempt });
        },
      );
      routed.lease.answered();
      return { supplied: routed.answer, route: routed.candidate.route };
    } catch (error) {
      throw asked && mayBeBought(error) ? new UndeliveredSearch(asked, 1, error) : error;
    }
  }
}

const mayBeBought = (error: unknown) =>
  error instanceof ProcessEnding || (error instanceof SupplierError && error.mayBeAccepted);
