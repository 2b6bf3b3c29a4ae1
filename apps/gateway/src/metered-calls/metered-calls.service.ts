/*
 * A call that costs money and waits for a supplier, in order:
 *
 * 1. find     The model is found with the prices of the customer's list at this moment, and the key may use it.
 * 2. admit    The limits of the key count the call. The response gets the rate headers.
 * 3. hold     The highest possible cost is held.
 * 4. ask      The routes are asked in turn. The product notes each attempt that a supplier bills, or may.
 * 5. settle   The customer is charged, at most the hold. Before that, the product stores what it can replay.
 * 6. end      The hold is released if nothing was charged. What nobody pays is written off as our loss.
 *
 * A product adds its prices and units, how it asks a supplier and how it answers.
 */
import { Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { beginWork } from '@shipyard/platform/in-flight';
import {
  BillingService,
  type Charge,
  type HighestCost,
  type Hold,
  holdGone,
  SupplierAttempts,
  supplierCost,
  type Units,
} from '../billing';
import { assertModelAllowed, type Caller } from '../keys';
import { type AdmittedCall, KeyLimitsService } from '../limits';
import { type CatalogModel, CatalogService, type Model, type ModelRoute } from '../models';
import { inputOf, type Product } from '../products';
import { RequestLogService } from '../request-log';
import { type AttemptTerms, type OpenRoute, type RoutedCall, type RouteLease, RoutingService } from '../routing';
import { toCustomerError } from '../suppliers';
import { notToRepeat } from '../v1';
import { askInTurn } from './model-fallback';

interface CallTerms<Prices> {
  model: Pick<Model, 'id' | 'product'>;
  /** An estimate, for the limits of the key. Absent if the product has no tokens. */
  tokens?: number;
  /** Throws service_unavailable without a price. */
  prices: () => Prices;
  highest: (prices: Prices) => HighestCost;
}

interface PurchaseTerms<Prices> extends CallTerms<Prices> {
  /** Whether a supplier may have sold something that no noted attempt tells of. */
  mayBeSold?: (error: unknown) => boolean;
}

interface Delivery extends Pick<Charge, 'lines' | 'mostNano' | 'estimateReason' | 'isDelivered'> {
  route: ModelRoute;
  /** What the supplier bills. */
  bought: Units[];
  /** Discards what was stored for an answer that cannot be charged. */
  takeBack?: () => Promise<void>;
}

interface Answered<Answer> {
  answer: Answer;
  route: ModelRoute;
  lease: RouteLease;
}

interface AskedModels {
  product: Product;
  model: string;
  /** Those of the call. Null leaves them to the key. */
  fallbacks: readonly string[] | null;
}

@Injectable()
export class MeteredCalls {
  constructor(
    readonly catalog: CatalogService,
    readonly limits: KeyLimitsService,
    readonly billing: BillingService,
    readonly routing: RoutingService,
    readonly requests: RequestLogService,
  ) {}

  /** Without an id it is the first model of the product. Throws model_not_found or model_not_allowed. */
  async findModel(caller: Caller, product: Product, modelId: string | null | undefined): Promise<CatalogModel> {
    const found = await (modelId === undefined || modelId === null
      ? this.catalog.firstActive(product, caller.customerId)
      : this.catalog.findActive(modelId, product, caller.customerId));
    this.requests.annotate(caller.requestId, { model: found.model.id });
    assertModelAllowed(caller, found.model.id);
    return found;
  }

  /**
   * Asks a model, and then the fallbacks: those of the call, which are checked before, or those of the key. Throws
   * model_not_found or model_not_allowed.
   */
  async inTurn<Answer>(
    caller: Caller,
    asked: AskedModels,
    ask: (model: string) => Promise<Answer>,
    mayGoOn: () => boolean = () => true,
  ): Promise<Answer> {
    const others = await this.fallbacksOf(caller, asked);
    if (others.length === 0) return ask(asked.model);
    const answer = await askInTurn([asked.model, ...others], ask, mayGoOn);
    // The failure of a model before is not that of the request.
    this.requests.annotate(caller.requestId, { code: undefined });
    return answer;
  }

  /** What is asked after the model of a call. Throws model_not_found or model_not_allowed. */
  async fallbacksOf(caller: Caller, { product, model, fallbacks }: AskedModels): Promise<readonly string[]> {
    if (fallbacks === null) return caller.fallback === null ? [] : this.usableOf(caller, product, model);
    for (const id of fallbacks) await this.assertUsable(caller, product, id);
    return fallbacks;
  }

  /** A key serves several products, and models come and go, so what cannot be asked is passed over. */
  private async usableOf(caller: Caller, product: Product, model: string): Promise<string[]> {
    const usable: string[] = [];
    for (const id of caller.fallback ?? []) {
      const isUsable = id !== model && (await this.assertUsable(caller, product, id).then(yes, no));
      if (isUsable) usable.push(id);
    }
    return usable;
  }

  private async assertUsable(caller: Caller, product: Product, modelId: string): Promise<void> {
    try {
      const { model } = await this.catalog.findActive(modelId, product);
      assertModelAllowed(caller, model.id);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      throw new HttpError(
        error.code,
        { ...error.row, message: error.message },
        { ...error.particulars, param: 'models' },
      );
    }
  }

  /** Throws rate_limit_exceeded or concurrency_limit_exceeded. */
  async admit(caller: Caller, tokens = 0): Promise<AdmittedCall> {
    const admitted = await this.limits.admit(caller, tokens);
    caller.rates.write(admitted.rates);
    return admitted;
  }

  /** Admits the call and holds its highest cost. The caller has to end it. */
  async open<Prices>(caller: Caller, terms: CallTerms<Prices>): Promise<MeteredCall<Prices>> {
    const admitted = await this.admit(caller, terms.tokens);
    try {
      const prices = terms.prices();
      const hold = await this.billing.hold(caller, terms.highest(prices));
      return new MeteredCall(this, caller, terms.model, prices, admitted, hold);
    } catch (error) {
      admitted.end();
      throw error;
    }
  }

  /**
   * Opens and ends a call that is bought once. A customer who disconnects pays anyway, and the process waits for the
   * end. If it may be bought already, a failure tells the client not to retry.
   */
  async buy<Prices, Answer>(
    caller: Caller,
    terms: PurchaseTerms<Prices>,
    work: (call: MeteredCall<Prices>) => Promise<Answer>,
  ): Promise<Answer> {
    const call = await this.open(caller, terms);
    const endWork = beginWork();
    try {
      return await work(call);
    } catch (error) {
      const failure = toCustomerError(error, inputOf(terms.model.product));
      throw call.attempts.mayBePaidFor || terms.mayBeSold?.(error) ? notToRepeat(failure) : failure;
    } finally {
      await call.end();
      endWork();
    }
  }
}

const yes = () => true;
const no = (error: unknown) => {
  if (error instanceof HttpError) return false;
  throw error;
};

export class MeteredCall<Prices> {
  readonly attempts: SupplierAttempts;

  constructor(
    private readonly calls: MeteredCalls,
    readonly caller: Caller,
    readonly model: Pick<Model, 'id' | 'product'>,
    readonly prices: Prices,
    readonly admitted: AdmittedCall,
    readonly hold: Hold,
  ) {
    this.attempts = new SupplierAttempts(caller.requestId, model.id);
  }

  /** Returns the first answer and its route. Throws no_route_available or the last failure. */
  async ask<Answer>(
    call: Omit<RoutedCall, 'requestId' | 'customerId'>,
    attempt: (open: OpenRoute, terms: AttemptTerms) => Promise<Answer>,
  ): Promise<Answered<Answer>> {
    const { requestId, customerId } = this.caller;
    const routed = { requestId, customerId, ...call };
    const { answer, candidate, lease } = await this.calls.routing.ask(routed, attempt);
    return { answer, route: candidate.route, lease };
  }

  /** Returns what the customer paid. If the hold is gone, the answer is our loss. */
  async settle({ route, bought, takeBack, ...charge }: Delivery): Promise<bigint> {
    this.attempts.charging(route.id);
    const settled = await this.calls.billing.settle(this.hold, {
      requestId: this.caller.requestId,
      model: this.model.id,
      routeId: route.id,
      supplierCostNano: supplierCost(route, bought),
      ...charge,
    });
    if (settled) return settled.chargedNano;
    this.attempts.ended({ route, bill: 'billed', units: () => bought, reason: 'hold_lost' });
    await takeBack?.();
    throw holdGone();
  }

  /** Logs the code of a failure, which no filter sees if the status was sent. */
  failed(error: unknown): unknown {
    const failure = toCustomerError(error, inputOf(this.model.product));
    if (failure instanceof HttpError) this.calls.requests.annotate(this.caller.requestId, { code: failure.code });
    return failure;
  }

  /** Never fails. */
  async end(): Promise<void> {
    this.calls.billing.release(this.hold);
    this.admitted.end();
    if (this.attempts.areAbandoned) await this.calls.limits.countAbandoned(this.caller);
    await this.calls.billing.writeOffUnpaid(this.caller, this.attempts);
  }
}
