import { Injectable } from '@nestjs/common';
import { BudgetWindowsService } from '../billing';
import { type Customer, CustomersService } from '../customers';
import { wholeHoursAgo } from '../database/report-range';
import { KeyAdminService, type KeyView } from '../keys';
import { checkedCny, formatCny } from '../money';
import { UsageService, type UsageView } from '../request-log';

export interface KeyFacts {
  key: KeyView;
  customer: Pick<Customer, 'id' | 'name' | 'status'>;
  /** Of its budget. Null without one. */
  used: { cny: string; percent: number; endsAt: Date } | null;
  /** In the last 30 days. */
  chargedCny: string;
  requests: number;
  /** `2026-11-28`. Null if it was not used in the last 30 days. */
  lastDay: string | null;
}

export const USAGE_DAYS = 30;
const PAGE_KEYS = 25;

const since = (now: Date) => wholeHoursAgo(USAGE_DAYS * 24, now);

@Injectable()
export class KeyFactsQuery {
  constructor(
    private readonly keys: KeyAdminService,
    private readonly customers: CustomersService,
    private readonly budgets: BudgetWindowsService,
    private readonly usage: UsageService,
  ) {}

  async list(
    customerId: string | undefined,
    cursor: string | undefined,
  ): Promise<{ items: KeyFacts[]; next: string | null; customer: string | null }> {
    const { items, next_cursor: next } = await this.keys.list({ cursor, limit: PAGE_KEYS }, customerId);
    const facts = await this.factsOf(items, customerId);
    const [named] = customerId === undefined ? [] : await this.customers.findAll([customerId]);
    return { items: facts, next, customer: named?.name ?? null };
  }

  /** Throws NOT_FOUND. */
  async find(keyId: string): Promise<{ facts: KeyFacts; byModel: UsageView[] }> {
    const key = await this.keys.find(keyId);
    const now = new Date();
    const [[facts], byModel] = await Promise.all([
      this.factsOf([key], key.customer_id),
      this.usage.sum(since(now), now, ['model'], { customerId: key.customer_id, keyId }),
    ]);
    if (!facts) throw new Error('each key has facts');
    return { facts, byModel: byModel.toSorted((one, other) => Number(other.cost_cny) - Number(one.cost_cny)) };
  }

  private async factsOf(keys: KeyView[], customerId: string | undefined): Promise<KeyFacts[]> {
    const now = new Date();
    const customers = await this.customers.findAll([...new Set(keys.map(({ customer_id }) => customer_id))]);
    const byId = new Map(customers.map((customer) => [customer.id, customer]));
    const usage = keys.length === 0 ? [] : await this.usage.sumFigures(since(now), now, ['key', 'day'], { customerId });
    return Promise.all(
      keys.map(async (key) => {
        const customer = byId.get(key.customer_id);
        const own = usage.filter(({ key_id }) => key_id === key.id);
        return {
          key,
          customer: customer ?? { id: key.customer_id, name: key.customer_id, status: 'active' as const },
          used: await this.usedOf(key, customer),
          chargedCny: formatCny(own.reduce((nano, { cost_cny }) => nano + checkedCny(cost_cny), 0n)),
          requests: own.reduce((count, { requests }) => count + requests, 0),
          lastDay:
            own
              .map(({ day = '' }) => day)
              .toSorted()
              .at(-1) ?? null,
        };
      }),
    );
  }

  private async usedOf({ id, budget }: KeyView, customer: Customer | undefined): Promise<KeyFacts['used']> {
    if (!budget || !customer) return null;
    const amountNano = checkedCny(budget.amount_cny);
    const used = await this.budgets.use({
      keyId: id,
      budget: { amountNano, period: budget.period, timeZone: customer.timeZone },
    });
    if (!used) return null;
    const percent = amountNano === 0n ? 100 : (Number(used.usedNano) / Number(amountNano)) * 100;
    return { cny: formatCny(used.usedNano), percent, endsAt: used.endsAt };
  }
}
