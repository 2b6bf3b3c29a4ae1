/*
 * What customers are told about their money and keys. Each round reads only customers of whom a webhook or a reader of mail
 * wants to know:
 *
 * 1. Read who is low, over a share of a budget, or has a key that expires soon.
 * 2. Raise an event for each. It is raised once: a balance again only after it was not low, a budget once in its
 *    window, a key once for its time.
 * 3. Close the events of balances that are not low any more.
 */
import { Injectable } from '@nestjs/common';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { budgetWindow } from '../billing';
import { LongReads } from '../database/long-reads';
import type { BudgetPeriod } from '../keys';
import { formatCny } from '../money';
import { closeEvents, raiseEvent, type RaisedEvent } from '../webhooks';
import { daysLeft, sharesReached } from './alert-rules';

const READ_LIMIT_MS = 60_000;
const RATE_HOURS = 24;

interface LowBalance {
  customerId: string;
  balance: string;
  below: string;
}

interface Spender {
  customerId: string;
  balance: string;
  creditLine: string;
  spent: string;
  warnedDays: number;
}

interface UsedBudget {
  customerId: string;
  keyId: string | null;
  period: BudgetPeriod;
  amount: string;
  used: string;
  /** When the counted window starts; of a customer, the day. */
  startsAt: string;
  timeZone: string;
}

interface ExpiringKey {
  customerId: string;
  keyId: string;
  name: string;
  expiresAt: Date;
}

@Injectable()
export class CustomerAlerts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  async raise(): Promise<void> {
    await this.lowBalances();
    await this.usedBudgets();
    await this.expiringKeys();
  }

  private async lowBalances(): Promise<void> {
    const low = await this.dataSource.query<LowBalance[]>(LOW_BALANCES);
    const events = low.map(({ customerId, balance, below }) => ({
      type: 'balance.low' as const,
      subject: `amount ${customerId}`,
      customerId,
      data: {
        customer_id: customerId,
        reason: 'amount',
        balance_cny: formatCny(BigInt(balance)),
        balance_below_cny: formatCny(BigInt(below)),
      },
    }));
    await this.replace('amount ', events, events);
  }

  /** Sums the charges of a day, so it runs less often. */
  async shortDays(): Promise<void> {
    const spenders = await this.longReads.read({ limitMs: READ_LIMIT_MS }, (ask) =>
      ask<Spender & Record<string, unknown>>(SPENDERS, [RATE_HOURS]),
    );
    const events = spenders.flatMap(({ customerId, balance, creditLine, spent, warnedDays }) => {
      const days = daysLeft({
        availableNano: BigInt(balance) + BigInt(creditLine),
        spentNano: BigInt(spent),
        hours: RATE_HOURS,
      });
      // A day more than the limit ends it, so that it does not come and go around the limit.
      if (days === null || days >= warnedDays + 1) return [];
      const event: RaisedEvent = {
        type: 'balance.low',
        subject: `days ${customerId}`,
        customerId,
        data: {
          customer_id: customerId,
          reason: 'days_left',
          balance_cny: formatCny(BigInt(balance)),
          days_left: Math.floor(days * 10) / 10,
        },
      };
      return [{ event, isDue: days < warnedDays }];
    });
    await this.replace(
      'days ',
      events.filter(({ isDue }) => isDue).map(({ event }) => event),
      events.map(({ event }) => event),
    );
  }

  private async replace(prefix: string, due: RaisedEvent[], kept: RaisedEvent[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await closeEvents(
        manager,
        { type: 'balance.low', prefix },
        kept.map(({ subject }) => subject),
      );
    });
    await this.raiseAll(due);
  }

  private async usedBudgets(): Promise<void> {
    const now = new Date();
    const used = await this.dataSource.query<UsedBudget[]>(USED_BUDGETS);
    const current = used.filter(
      ({ keyId, period, startsAt, timeZone }) =>
        keyId === null || budgetWindow(period, timeZone, now).startsAt.getTime() === Date.parse(startsAt),
    );
    await this.raiseAll(current.flatMap(eventsOfBudget));
  }

  private async expiringKeys(): Promise<void> {
    const keys = await this.dataSource.query<ExpiringKey[]>(EXPIRING_KEYS);
    await this.raiseAll(
      keys.map(({ customerId, keyId, name, expiresAt }) => ({
        type: 'key.expiring',
        subject: `${keyId} ${expiresAt.toISOString()}`,
        customerId,
        data: { customer_id: customerId, key_id: keyId, name, expires_at: expiresAt.toISOString() },
      })),
    );
  }

  private async raiseAll(events: RaisedEvent[]): Promise<void> {
    for (const event of events) await this.dataSource.transaction((manager) => raiseEvent(manager, event));
  }
}

function eventsOfBudget({ customerId, keyId, period, amount, used, startsAt }: UsedBudget): RaisedEvent[] {
  return sharesReached(BigInt(used), BigInt(amount)).map((share) => ({
    type: `budget.${share}` as const,
    subject: `${keyId ?? customerId} ${period} ${startsAt}`,
    customerId,
    data: {
      customer_id: customerId,
      key_id: keyId,
      period,
      amount_cny: formatCny(BigInt(amount)),
      used_cny: formatCny(BigInt(used)),
    },
  }));
}

export const customerAlertsSweeper = sweeper({
  name: 'alerts of customers',
  everyMs: 30_000,
  inject: [CustomerAlerts],
  sweep: (alerts) => alerts.raise(),
});

export const shortDaysSweeper = sweeper({
  name: 'balances that last a few days',
  everyMs: 60 * 60_000,
  inject: [CustomerAlerts],
  sweep: (alerts) => alerts.shortDays(),
});

const listening = (events: string) => `(
    (cardinality(customer.alert_mail_to) > 0 AND customer.alert_mail_events && ARRAY[${events}]) OR EXISTS (
      SELECT FROM webhooks WHERE is_enabled AND events && ARRAY[${events}] AND (customer_id IS NULL OR customer_id = customer.id)))`;

const LOW_BALANCES = `
  SELECT id AS "customerId", balance_nano::text AS balance, alert_balance_below_nano::text AS below
  FROM customers customer WHERE balance_nano < alert_balance_below_nano AND ${listening(`'balance.low'`)}`;

const SPENDERS = `
  SELECT customer.id AS "customerId", customer.balance_nano::text AS balance, customer.credit_line_nano::text AS "creditLine",
    customer.alert_days_left AS "warnedDays", spent.nano::text AS spent
  FROM customers customer CROSS JOIN LATERAL (
    SELECT COALESCE(-sum(entry.amount_nano), 0)::bigint AS nano FROM ledger_entries entry
    WHERE entry.customer_id = customer.id AND entry.account = 'customer' AND entry.kind = 'charge'
      AND entry.created_at >= now() - make_interval(hours => $1)
  ) spent
  WHERE ${listening(`'balance.low'`)}`;

/** The window of a key that was counted last, and the day and month of a customer. */
const USED_BUDGETS = `
  SELECT customer.id AS "customerId", key.id AS "keyId", COALESCE(key.budget_period, 'month') AS period, key.budget_nano::text AS amount, counted.used_nano::text AS used,
    to_char(counted.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startsAt", customer.time_zone AS "timeZone"
  FROM customers customer
  JOIN enterprise_keys key ON key.customer_id = customer.id AND key.revoked_at IS NULL AND key.budget_nano > 0
  CROSS JOIN LATERAL (
    SELECT used_nano, starts_at FROM budget_windows WHERE key_id = key.id ORDER BY starts_at DESC LIMIT 1
  ) counted
  WHERE counted.used_nano >= key.budget_nano / 5 * 4 AND ${listening(`'budget.80', 'budget.100'`)}
  UNION ALL
  SELECT customer.id, NULL, COALESCE(spent.period, 'month'), spent.amount::text, spent.used::text, spent.starts_on::text, customer.time_zone
  FROM customers customer CROSS JOIN LATERAL (VALUES
    ('day', customer.spend_day_nano, customer.spent_day_nano, (now() AT TIME ZONE customer.time_zone)::date),
    ('month', customer.spend_month_nano, customer.spent_month_nano, date_trunc('month', now() AT TIME ZONE customer.time_zone)::date)
  ) AS spent (period, amount, used, starts_on)
  WHERE spent.amount > 0 AND spent.used >= spent.amount / 5 * 4 AND customer.spent_on >= spent.starts_on
    AND ${listening(`'budget.80', 'budget.100'`)}`;

const EXPIRING_KEYS = `
  SELECT customer.id AS "customerId", key.id AS "keyId", key.name, key.expires_at AS "expiresAt"
  FROM customers customer JOIN enterprise_keys key ON key.customer_id = customer.id
  WHERE key.revoked_at IS NULL AND key.expires_at > now()
    AND key.expires_at <= now() + make_interval(days => customer.alert_key_expires_days) AND ${listening(`'key.expiring'`)}`;
