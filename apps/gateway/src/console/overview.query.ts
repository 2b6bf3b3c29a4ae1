import { Injectable } from '@nestjs/common';
import { drainEndSignal } from '@shipyard/platform/in-flight';
import { type ChartDay, lastDays } from '@shipyard/ui';
import { daysLeft } from '../alerts';
import { ReconciliationService, type ReconciliationView } from '../billing';
import { CustomersService } from '../customers';
import { wholeHoursAgo } from '../database/report-range';
import { CatalogService } from '../models';
import { checkedCny, formatCny } from '../money';
import { type UsageDay, UsageService, type UsageFigures, type Whose } from '../request-log';
import { HeartbeatsService, type SeenProcess } from '../processes';
import { type RouteHealth, RoutingService } from '../routing';

export const RANGES = { day: 1, week: 7, month: 30 } as const;
export type Range = keyof typeof RANGES;

const HOUR_MS = 3_600_000;
const CHART_DAYS = 31;
const LOW_DAYS = 7;
const MOST_LOW = 10;
/**
 * Reading the books goes through all rows of the open day, so no look at the page waits for it, except the first. The page
 * says from when they are.
 */
const BOOKS_KEPT_MS = 60_000;
const BOOKS_SHOWN_MS = 15 * 60_000;

/** Whose calls are counted. Empty: all. */
export type OverviewFilter = Record<'customer_id' | 'key_id' | 'model' | 'route_id' | 'supplier_id', string>;

export interface LatencyDay {
  day: string;
  /** Null without answers, or if they were not measured. */
  latency: UsageDay['latency'];
}

export interface Figures {
  requests: number;
  errors: number;
  chargedCny: string;
  paidCny: string;
}

export interface LowCustomer {
  id: string;
  name: string;
  canSpendCny: string;
  days: number;
}

export interface Overview {
  range: Range;
  figures: Figures;
  before: Figures;
  customers: number;
  days: ChartDay[];
  latencies: LatencyDay[];
  books: ReconciliationView;
  routes: { id: string; model: string; supplier: string; health: RouteHealth }[];
  low: LowCustomer[];
  processes: (SeenProcess & { isThis: boolean })[];
}

@Injectable()
export class OverviewQuery {
  private books: { readAt: number; view: ReconciliationView } | undefined;
  private nextBooks: Promise<ReconciliationView> | undefined;

  constructor(
    private readonly usage: UsageService,
    private readonly reconciliation: ReconciliationService,
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
    private readonly customers: CustomersService,
    private readonly heartbeats: HeartbeatsService,
  ) {}

  /** `whose` calls the figures and charts count. The rest is about the whole gateway. */
  async read(range: Range, whose: Whose): Promise<Overview> {
    const now = new Date();
    const ago = (days: number) => wholeHoursAgo(days * 24, now);
    const days = RANGES[range];
    const [byCustomer, before, byDay, books, routes, low, processes] = await Promise.all([
      this.usage.sumFigures(ago(days), now, ['customer'], whose),
      this.usage.sumFigures(ago(2 * days), ago(days), [], whose),
      this.usage.sumDays(ago(CHART_DAYS), now, whose),
      this.readBooks(),
      this.readRoutes(),
      this.readLow(now),
      this.heartbeats.list(),
    ]);
    return {
      range,
      figures: sumOf(byCustomer),
      before: sumOf(before),
      customers: byCustomer.length,
      days: withoutGaps(byDay, now),
      latencies: latenciesOf(byDay, now),
      books,
      routes,
      low,
      processes: processes.map((seen) => ({ ...seen, isThis: seen.id === this.heartbeats.processId })),
    };
  }

  private readBooks(): Promise<ReconciliationView> {
    const ageMs = this.books ? Date.now() - this.books.readAt : Infinity;
    if (this.books && ageMs < BOOKS_KEPT_MS) return Promise.resolve(this.books.view);
    const next = this.readNextBooks();
    if (!this.books || ageMs > BOOKS_SHOWN_MS) return next;
    next.catch(() => undefined);
    return Promise.resolve(this.books.view);
  }

  private readNextBooks(): Promise<ReconciliationView> {
    this.nextBooks ??= this.reconciliation
      .reconcile(drainEndSignal)
      .then((view) => {
        this.books = { readAt: Date.now(), view };
        return view;
      })
      .finally(() => (this.nextBooks = undefined));
    return this.nextBooks;
  }

  private async readRoutes(): Promise<Overview['routes']> {
    const models = await this.catalog.listActive();
    const known = await this.routing.health(models.flatMap(({ routes }) => routes));
    return known.map(({ route, health }) => ({
      id: route.id,
      model: route.modelId,
      supplier: route.supplierId,
      health,
    }));
  }

  /** Who has money for less than a week, at the rate of the last 24 hours and the begun one. */
  private async readLow(now: Date): Promise<LowCustomer[]> {
    const since = wholeHoursAgo(24, now);
    const hours = (now.getTime() - since.getTime()) / HOUR_MS;
    const spent = await this.usage.sumFigures(since, now, ['customer']);
    const nanoOf = new Map(spent.map(({ customer_id: id = '', cost_cny }) => [id, checkedCny(cost_cny)]));
    const customers = await this.customers.findAll([...nanoOf.keys()]);
    return customers
      .flatMap(({ id, name, balanceNano, heldNano, creditLineNano }) => {
        const availableNano = balanceNano - heldNano + creditLineNano;
        const days = daysLeft({ availableNano, spentNano: nanoOf.get(id) ?? 0n, hours });
        return days === null || days >= LOW_DAYS ? [] : [{ id, name, canSpendCny: formatCny(availableNano), days }];
      })
      .toSorted((one, other) => one.days - other.days)
      .slice(0, MOST_LOW);
  }
}

function sumOf(rows: UsageFigures[]): Figures {
  const sum = (cny: (row: UsageFigures) => string) =>
    formatCny(rows.reduce((nano, row) => nano + checkedCny(cny(row)), 0n));
  return {
    requests: rows.reduce((count, { requests }) => count + requests, 0),
    errors: rows.reduce((count, { errors }) => count + errors, 0),
    chargedCny: sum(({ cost_cny }) => cost_cny),
    paidCny: sum(({ supplier_cost_cny }) => supplier_cost_cny),
  };
}

function withoutGaps(rows: UsageFigures[], now: Date): ChartDay[] {
  const known = new Map(rows.map((row) => [row.day ?? '', row]));
  return lastDays(known.keys(), now, CHART_DAYS).map((day) => {
    const row = known.get(day);
    return { day, chargedCny: row?.cost_cny ?? '0', paidCny: row?.supplier_cost_cny ?? '0' };
  });
}

function latenciesOf(rows: UsageDay[], now: Date): LatencyDay[] {
  const known = new Map(rows.map(({ day = '', latency }) => [day, latency]));
  return lastDays(known.keys(), now, CHART_DAYS).map((day) => ({ day, latency: known.get(day) ?? null }));
}
