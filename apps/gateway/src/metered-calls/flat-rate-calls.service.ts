/*
 * A call that costs the price of one request, whatever its answer. If a supplier may have accepted it, no other is
 * tried. The other rules are those of a metered call that is bought once: see metered-calls.service.ts.
 */
import { Injectable } from '@nestjs/common';
import { drainEndSignal } from '@shipyard/platform/in-flight';
import type { Request, Response } from 'express';
import { knownCost } from '../billing';
import { type IdempotencyRecorder, IdempotencyService, replayHeaders } from '../idempotency';
import type { Caller } from '../keys';
import { type CatalogModel, type PricedFacts, requiredPrice } from '../models';
import { formatCny, toCnyNumber } from '../money';
import type { FlatRateProduct } from '../products';
import { billOfFailure, type SupplierAdapter, type SupplierCall, SupplierError } from '../suppliers';
import { type MeteredCall, MeteredCalls } from './metered-calls.service';

interface FlatRateTerms<Supplied> {
  product: FlatRateProduct;
  /** If absent: the first model of the product. */
  model: string | null | undefined;
  /** What the qualifiers of prices are compared with. */
  facts?: PricedFacts;
  /** Leaves only the routes that can serve the call. */
  routesFor?: (found: CatalogModel) => Promise<CatalogModel>;
  /** The method of a supplier that has the product. */
  method: keyof SupplierAdapter;
  ask: (supplier: SupplierAdapter, call: SupplierCall) => Promise<Supplied> | undefined;
  /** What the supplier bills. If absent: one request. */
  billedUnits?: (supplied: Supplied) => number;
  /** The answer without its usage. */
  view: (supplied: Supplied, model: string) => object;
}

interface HttpCall {
  caller: Caller;
  request: Request;
  response: Response;
}

@Injectable()
export class FlatRateCalls {
  constructor(
    private readonly calls: MeteredCalls,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Buys once per Idempotency-Key. */
  async answer<Supplied>({ caller, request, response }: HttpCall, terms: FlatRateTerms<Supplied>): Promise<void> {
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      const { answer, costNano } = await this.buy(caller, terms, recorder);
      response.setHeader('x-gateway-cost-cny', formatCny(costNano));
      response.json(answer);
    });
    if (replay !== null) response.set(replayHeaders).json(replay);
  }

  private async buy<Supplied>(
    caller: Caller,
    terms: FlatRateTerms<Supplied>,
    recorder: IdempotencyRecorder | null,
  ): Promise<{ answer: object; costNano: bigint }> {
    const model = await this.calls.findModel(caller, terms.product, terms.model);
    const found = (await terms.routesFor?.(model)) ?? model;
    const purchase = {
      model: found.model,
      prices: () => [{ ...requestsIn(1), ...requiredPrice(found, 'request', terms.facts) }],
      highest: knownCost,
    };
    return this.calls.buy(caller, purchase, async (call) => {
      const { supplied, route, bought } = await ask(call, found, terms);
      const view = terms.view(supplied, found.model.id);
      await recorder?.record({ ...view, usage: usageOf(0n) });
      const costNano = await call.settle({ route, lines: call.prices, bought });
      return { answer: { ...view, usage: usageOf(costNano) }, costNano };
    });
  }
}

async function ask<Supplied>(
  call: MeteredCall<unknown>,
  { routes }: CatalogModel,
  { method, ask, billedUnits = () => 1 }: FlatRateTerms<Supplied>,
) {
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
      isServedBy: (supplier) => supplier[method] !== undefined,
      mayTryAnother: (error) => error.fault === 'failed' && !error.mayBeAccepted,
    },
    async ({ supplier, route }, attempt) => {
      const asked = ask(supplier, { upstreamModel: route.upstreamModel, signal, ...attempt });
      if (!asked) throw new SupplierError('failed', `The supplier has no ${method}`, { isUntouched: true });
      return asked.catch((error: unknown) => {
        call.attempts.ended({ route, bill: billOfFailure(error), units: () => [requestsIn(1)] });
        throw error;
      });
    },
  );
  lease.answered();
  const bought = [requestsIn(billedUnits(supplied))];
  call.attempts.ended({ route, bill: 'billed', units: () => bought });
  return { supplied, route, bought };
}

const requestsIn = (units: number) => ({ unitType: 'request', units });

/** One request, whatever the number of supplier calls. A replay takes the cost from the ledger. */
const usageOf = (costNano: bigint) => ({ requests: 1, cost_cny: toCnyNumber(costNano) });
