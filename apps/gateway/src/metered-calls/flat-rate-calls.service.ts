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
import type { CatalogModel } from '../models';
import { formatCny, toCnyNumber } from '../money';
import { billOfFailure, type SupplierAdapter, SupplierError } from '../suppliers';
import { type FlatRateCall, flatRateOf, type FlatRateTerms, requestsIn } from './flat-rate-call';
import { type MeteredCall, MeteredCalls } from './metered-calls.service';

interface PurchaseTerms<Supplied> extends FlatRateTerms<Supplied>, Pick<FlatRateCall, 'product' | 'method'> {}

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
  async answer<Input extends object, Method extends keyof SupplierAdapter>(
    { caller, request, response }: HttpCall,
    call: FlatRateCall<Input, Method>,
    input: Input,
  ): Promise<void> {
    const terms = { product: call.product, method: call.method, ...call.read(input) };
    const replay = await this.idempotency.once(caller, request, request.body, async (recorder) => {
      const { answer, costNano } = await this.buy(caller, terms, recorder);
      response.setHeader('x-gateway-cost-cny', formatCny(costNano));
      response.json(answer);
    });
    if (replay !== null) response.set(replayHeaders).json(replay);
  }

  private async buy<Supplied>(
    caller: Caller,
    terms: PurchaseTerms<Supplied>,
    recorder: IdempotencyRecorder | null,
  ): Promise<{ answer: object; costNano: bigint }> {
    const model = await this.calls.findModel(caller, terms.product, terms.model);
    const found = await this.calls.catalog.withFitRoutes(model, terms.unfitField);
    const purchase = { model: found.model, prices: () => flatRateOf(found, terms), highest: knownCost };
    return this.calls.buy(caller, purchase, async (call) => {
      const { supplied, route, bought } = await ask(call, found, terms);
      const view = terms.view(supplied, { model: found.model.id, requestId: caller.requestId });
      // Before it is charged, so that a replay never buys again. The replay takes the cost from the ledger.
      await recorder?.record({ ...view, usage: usageOf(0n) });
      const costNano = await call.settle({ route, lines: call.prices, bought });
      return { answer: { ...view, usage: usageOf(costNano) }, costNano };
    });
  }
}

async function ask<Supplied>(call: MeteredCall<unknown>, { routes }: CatalogModel, terms: PurchaseTerms<Supplied>) {
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
      isServedBy: (supplier) => supplier[terms.method] !== undefined,
      mayTryAnother: (error) => error.fault === 'failed' && !error.mayBeAccepted,
    },
    async ({ supplier, route }, attempt) => {
      const asked = terms.ask(supplier, { upstreamModel: route.upstreamModel, signal, ...attempt });
      if (!asked) throw new SupplierError('failed', `The supplier has no ${terms.method}`, { isUntouched: true });
      return asked.catch((error: unknown) => {
        call.attempts.ended({ route, bill: billOfFailure(error), units: () => [requestsIn(1)] });
        throw error;
      });
    },
  );
  lease.answered();
  const bought = [requestsIn(terms.billedUnits?.(supplied) ?? 1)];
  call.attempts.ended({ route, bill: 'billed', units: () => bought });
  return { supplied, route, bought };
}

/** One request, whatever the number of supplier calls. */
const usageOf = (costNano: bigint) => ({ requests: 1, cost_cny: toCnyNumber(costNano) });
