/*
 * A search, in order: model → what its routes can honour → limits of the key → price → hold → routes → clean → keep → settle.
 * It costs the price of one request, however many results there are, none included, and however many pages the supplier was asked for.
 * A supplier that may have accepted it is not followed by another, and its failure tells the client not to ask again: each time we would buy it again.
 * A customer who leaves meanwhile pays all the same: the search is bought.
 */
import { Injectable } from '@nestjs/common';
import { beginWork } from '@shipyard/platform';
import { holdGone } from '../billing/billing.errors';
import { BillingService, knownCost, supplierCost } from '../billing/billing.service';
import type { AnswerKeeper } from '../idempotency/idempotency.service';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { KeyLimitsService } from '../limits/key-limits.service';
import { type CatalogModel, CatalogService, requiredPrice } from '../models/catalog.service';
import { notToRepeat } from '../openai/openai-surface.view';
import { RequestLogService } from '../requests/request-log.service';
import { RoutingService } from '../routing/routing.service';
import { type SearchTerms, SupplierError, toCustomerError } from '../suppliers/suppliers.service';
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

  /** The answer, and what was charged for it. */
  async search(caller: Caller, input: SearchInput, keeper: AnswerKeeper | null): Promise<{ answer: SearchView; costNano: bigint }> {
    const terms = toSearchTerms(input);
    const model = await (input.model === undefined || input.model === null ? this.catalog.firstActive('search') : this.catalog.findActive(input.model, 'search'));
    this.requests.note(caller.requestId, { model: model.model.id });
    assertModelAllowed(caller, model.model.id);
    const found = await this.catalog.withRoutesForSearch(model, terms);
    const passed = await this.limits.enter(caller, 0);
    try {
      return await this.buy(caller, found, terms, keeper);
    } finally {
      passed.end();
    }
  }

  private async buy(caller: Caller, found: CatalogModel, terms: SearchTerms, keeper: AnswerKeeper | null) {
    const { requestId } = caller;
    const model = found.model.id;
    const lines = [{ unitType: 'request', units: 1, unitPriceNano: requiredPrice(found, 'request') }];
    const hold = await this.billing.hold(caller, knownCost(lines));
    let isBought = false;
    let isSettled = false;
    // The client may leave, and the process must still wait for the end.
    const endWork = beginWork();
    try {
      const { supplied, route } = await this.ask(requestId, found, terms);
      isBought = true;
      const answer = toSearchView(requestId, model, terms.query, cleanResults(supplied.results, terms, new Date()));
      await keeper?.keep(answer);
      const supplierCostNano = supplierCost(route, [{ unitType: 'request', units: supplied.billedUnits }]);
      const charge = await this.billing.settle(hold, { requestId, model, lines, routeId: route.id, supplierCostNano });
      if (!charge) throw holdGone();
      isSettled = true;
      return { answer: { ...answer, usage: searchUsageView(charge.chargedNano) }, costNano: charge.chargedNano };
    } catch (error) {
      throw isBought || mayBeBought(error) ? notToRepeat(toCustomerError(error)) : toCustomerError(error);
    } finally {
      if (!isSettled) this.billing.release(hold);
      endWork();
    }
  }

  private async ask(requestId: string, { routes }: CatalogModel, terms: SearchTerms) {
    // Nobody's leaving stops it.
    const { signal } = new AbortController();
    const routed = await this.routing.ask(
      { requestId, routes, signal, isServedBy: (supplier) => supplier.search !== undefined, mayTryAnother: (error) => error.fault === 'failed' && !mayBeBought(error) },
      ({ supplier, route: { upstreamModel } }, attempt) => {
        if (!supplier.search) throw new SupplierError('failed', 'The supplier has no search', { isUntouched: true });
        return supplier.search({ ...terms, upstreamModel, signal, ...attempt });
      },
    );
    routed.lease.answered();
    return { supplied: routed.answer, route: routed.candidate.route };
  }
}

/** The supplier may have searched all the same. */
const mayBeBought = (error: unknown) => error instanceof SupplierError && error.mayBeAccepted;
