import { Injectable } from '@nestjs/common';
import { type ChartDay, lastDays } from '@shipyard/ui';
import { daysLeft } from '../alerts';
import { CustomersService } from '../customers';
import { OwnKeysService } from '../keys';
import type { Member } from '../members';
import { checkedCny, formatCny } from '../money';
import { OwnReportsService, type OwnRequestView, type OwnUsageView } from '../self-service';

const DAY_MS = 86_400_000;
const CHART_DAYS = 31;
const MOST_GROUPS = 20;
const MOST_ERRORS = 10;
const MOST_KEYS = 200;

export interface UsageFacts {
  customerName: string;
  isStopped: boolean;
  canSpendCny: string;
  balanceCny: string;
  heldCny: string;
  creditLineCny: string;
  /** At the rate of the last 24 hours. Null: nothing is spent. */
  daysLeft: number | null;
  days: ChartDay[];
  /** In which the days begin. */
  timeZone: string;
  models: OwnUsageView[];
  keys: { name: string; usage: OwnUsageView }[];
  errors: OwnRequestView[];
}

/** A member sees what a key with the scope `keys` sees. */
const readerOf = ({ customerId }: Member) => ({ customerId, keyId: '', scopes: ['keys' as const] });

@Injectable()
export class UsageQuery {
  constructor(
    private readonly customers: CustomersService,
    private readonly reports: OwnReportsService,
    private readonly keys: OwnKeysService,
  ) {}

  async read(member: Member): Promise<UsageFacts> {
    const now = new Date();
    const reader = readerOf(member);
    const from = new Date(now.getTime() - CHART_DAYS * DAY_MS).toISOString();
    const yesterday = new Date(now.getTime() - DAY_MS).toISOString();
    const [customer, keys, days, models, byKey, lately, failed] = await Promise.all([
      this.customers.get(member.customerId),
      this.keys.list(member, { limit: MOST_KEYS }),
      this.sums(reader, { from, group_by: ['day'] }),
      this.sums(reader, { from, group_by: ['model'] }),
      this.sums(reader, { from, group_by: ['key'] }),
      this.sums(reader, { from: yesterday, group_by: ['key'] }),
      this.reports.requests(reader, { from, limit: MOST_ERRORS }, true),
    ]);
    const { balanceNano, heldNano, creditLineNano, status, overdueAt, timeZone } = customer;
    const availableNano = balanceNano - heldNano + creditLineNano;
    const nameOf = new Map(keys.items.map(({ id, name }) => [id, name]));
    return {
      customerName: customer.name,
      isStopped: status === 'suspended' || (overdueAt !== null && overdueAt <= now),
      canSpendCny: formatCny(availableNano),
      balanceCny: formatCny(balanceNano),
      heldCny: formatCny(heldNano),
      creditLineCny: formatCny(creditLineNano),
      daysLeft: daysLeft({ availableNano, spentNano: sumOf(lately), hours: 24 }),
      days: withoutGaps(days, now),
      timeZone,
      models: mostFirst(models),
      keys: mostFirst(byKey).map((usage) => ({ name: nameOf.get(usage.key_id ?? '') ?? usage.key_id ?? '', usage })),
      errors: failed.data,
    };
  }

  private async sums(...[reader, query]: Parameters<OwnReportsService['usage']>): Promise<OwnUsageView[]> {
    return (await this.reports.usage(reader, { ...query, limit: MOST_KEYS })).data;
  }
}

const sumOf = (rows: OwnUsageView[]) => rows.reduce((nano, { cost_cny }) => nano + checkedCny(cost_cny), 0n);

const mostFirst = (rows: OwnUsageView[]) =>
  rows.toSorted((one, other) => Number(other.cost_cny) - Number(one.cost_cny)).slice(0, MOST_GROUPS);

function withoutGaps(rows: OwnUsageView[], now: Date): ChartDay[] {
  const known = new Map(rows.map(({ day, cost_cny }) => [day ?? '', cost_cny]));
  return lastDays(known.keys(), now, CHART_DAYS).map((day) => ({ day, chargedCny: known.get(day) ?? '0' }));
}
