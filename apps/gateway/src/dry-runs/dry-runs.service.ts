/*
 * Who would get a call, and why. It follows the call up to the moment at which the first route is asked: key, customer,
 * scope, body, model, parameters, price. Rate limits, budgets and the balance are not looked at, because they change with
 * each call. Breakers and calls in flight are those of this process. Nothing is sent, held or written.
 */
import { Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { assertModelAllowed } from '../keys';
import { type CatalogModel, CatalogService } from '../models';
import { formatCny } from '../money';
import type { Product } from '../products';
import { noRouteAvailable } from '../routing';
import { type DryCall, DryCalls } from './dry-calls';
import { type DryPayer, DryPayers } from './dry-payers';
import { DryRoutes, type JudgedRoute } from './dry-routes';
import { type DryRunDto, PRODUCT_OF_PATH } from './dry-run.dto';
import { type DryRunItemView, type DryRunView, type Judged, toItemView } from './dry-run.view';
import { FirstRefusal } from './first-refusal';

@Injectable()
export class DryRunsService {
  constructor(
    private readonly payers: DryPayers,
    private readonly calls: DryCalls,
    private readonly catalog: CatalogService,
    private readonly routes: DryRoutes,
  ) {}

  /** Throws NOT_FOUND for an unknown key or customer. What the call itself is refused for is in the answer. */
  async run({ endpoint, request, key_id, customer_id }: DryRunDto): Promise<DryRunView> {
    const product = PRODUCT_OF_PATH.get(endpoint) ?? 'text';
    const payer = await this.payers.find(key_id, customer_id);
    const refusal = new FirstRefusal();
    await refusal.of(() => payer.assertMayCall(product));
    const call = await refusal.of(() => this.calls.read(product, endpoint, request));
    const first = call && (await refusal.of(() => this.findFirst(payer, product, call)));
    if (!call || !first) return { hold_cny: '0', error: refusal.view, items: [] };
    await refusal.of(() => assertModelAllowed(payer, first.model.id));
    const others = await refusal.of(() => this.findOthers(payer, product, call, first));
    const highest = await refusal.of(() => call.highestCost(first));
    const models = [first, ...(others ?? [])];
    const judged = (await Promise.all(models.map((model) => this.routes.judge(model, call)))).flat();
    await refusal.of(() => assertOneIsAsked(judged));
    const error = refusal.view;
    const isHeld = error === null && highest !== undefined;
    return { hold_cny: isHeld ? formatCny(highest.exactNano()) : '0', error, items: inOrder(judged, error !== null) };
  }

  private async findFirst(payer: DryPayer, product: Product, { model }: DryCall): Promise<CatalogModel> {
    return model === null
      ? this.catalog.firstActive(product, payer.customerId)
      : this.catalog.findActive(model, product, payer.customerId);
  }

  /** Throws for a model that the call names. One that only the key names is passed over, as in a call. */
  private async findOthers(
    payer: DryPayer,
    product: Product,
    { fallbacks }: DryCall,
    first: CatalogModel,
  ): Promise<CatalogModel[]> {
    const found: CatalogModel[] = [];
    for (const id of fallbacks ?? payer.fallback ?? []) {
      if (id === first.model.id) continue;
      try {
        const other = await this.catalog.findActive(id, product, payer.customerId);
        assertModelAllowed(payer, id);
        found.push(other);
      } catch (error) {
        if (fallbacks || !(error instanceof HttpError)) throw error;
      }
    }
    return found;
  }
}

function assertOneIsAsked(all: JudgedRoute[]): void {
  if (!chosenOf(all)) throw noRouteAvailable();
}

/** A call begins with one route: that of the first model whose routes can be asked. */
function inOrder(all: JudgedRoute[], isRefused: boolean): DryRunItemView[] {
  const chosen = isRefused ? undefined : chosenOf(all);
  const verdictOf = ({ route, judged }: JudgedRoute): Judged => {
    if (judged.verdict === 'refused') return judged;
    if (!chosen) return { verdict: 'refused', code: 'request' };
    return route.modelId === chosen.route.modelId ? judged : { verdict: 'next', code: 'fallback' };
  };
  const items = all.map((each) => toItemView(each.route, verdictOf(each)));
  return ['chosen', 'next', 'refused'].flatMap((verdict) => items.filter((item) => item.verdict === verdict));
}

const chosenOf = (all: JudgedRoute[]) => all.find(({ judged }) => judged.verdict === 'chosen');
