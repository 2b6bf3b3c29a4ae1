import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BillingStatements } from '../database/billing-statements';
import { LongReads } from '../database/long-reads';
import type { KeyHolder } from '../keys';
import { budgetWindow } from './budget-window';
import { COUNT_WINDOW, FIND_COUNT, FIND_WINDOW, LOCK_CUSTOMER, SUM_CHARGES } from './reservation-statements';

/** Limits the sum over a month of charges for a new budget. Only the requests of that key wait for it. */
const COUNT_LIMIT_MS = 60_000;

export type Payer = Pick<KeyHolder, 'customerId' | 'keyId' | 'budget'>;

interface Spent {
  used: string;
  carried: string;
}

@Injectable()
export class BudgetWindowsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: BillingStatements,
    private readonly longReads: LongReads,
  ) {}

  /** Null without a budget. Charges wait only while the last seconds are counted. */
  async open({ customerId, keyId, budget }: Payer, now = new Date()): Promise<{ startsAt: Date; endsAt: Date } | null> {
    if (!budget) return null;
    const window = budgetWindow(budget.period, budget.timeZone, now);
    const known = await this.statements.query<{ used: string }>(FIND_WINDOW, [keyId, window.startsAt]);
    if (known.length > 0) return window;
    const count = await this.countOf(keyId);
    if (!count) return window;
    const { until, at, changedAt } = count;
    const [spent] = await this.longReads.read({ limitMs: COUNT_LIMIT_MS }, (ask) =>
      ask<Spent>(SUM_CHARGES, [keyId, window.startsAt, changedAt, until]),
    );
    await this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_CUSTOMER, [customerId]);
      await manager.query(COUNT_WINDOW, [
        keyId,
        window.startsAt,
        changedAt,
        until,
        spent?.used ?? '0',
        spent?.carried ?? '0',
        at,
      ]);
    });
    return window;
  }

  async use(
    { keyId, budget }: Pick<Payer, 'keyId' | 'budget'>,
    now = new Date(),
  ): Promise<{ usedNano: bigint; endsAt: Date } | null> {
    if (!budget) return null;
    const { startsAt, endsAt } = budgetWindow(budget.period, budget.timeZone, now);
    const [counted] = await this.statements.query<{ used: string }>(FIND_WINDOW, [keyId, startsAt]);
    if (counted) return { usedNano: BigInt(counted.used), endsAt };
    const { changedAt } = (await this.countOf(keyId)) ?? { changedAt: '-infinity' };
    const [spent] = await this.longReads.read({ limitMs: COUNT_LIMIT_MS }, (ask) =>
      ask<Spent>(SUM_CHARGES, [keyId, startsAt, changedAt, 'infinity']),
    );
    return { usedNano: BigInt(spent?.used ?? 0), endsAt };
  }

  private async countOf(keyId: string) {
    const [count] = await this.statements.query<{ until: string; at: string; changedAt: string }>(FIND_COUNT, [keyId]);
    return count;
  }
}
