import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { limitErrors } from '../limits/limits.errors';
import { type Quota, quotaLimits, type QuotaLimits, quotaMessage } from '../limits/quotas';

interface Usage {
  used: number;
  again: Date | null;
}

@Injectable()
export class QuotasService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DEMO'>,
  ) {}

  /**
   * Throws QUOTA_EXCEEDED. Call it after the write, in its transaction. `measure` runs after the lock of the account's
   * row, so that concurrent writes see each other.
   */
  async assertWithin(
    manager: EntityManager,
    accountId: string,
    quota: Quota,
    measure: (limit: number) => Promise<number | Usage>,
  ): Promise<void> {
    await manager.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
    const limit = (await this.limitsOf([accountId], manager)).get(accountId)?.[quota] ?? 0;
    const measured = await measure(limit);
    const { used, again } = typeof measured === 'number' ? { used: measured, again: null } : measured;
    if (used > limit)
      throw limitErrors.QUOTA_EXCEEDED({ message: quotaMessage(quota, limit, again), details: { quota, limit } });
  }

  async limitsOf(accountIds: string[], manager = this.dataSource.manager): Promise<Map<string, QuotaLimits>> {
    const rows = await manager.query<{ accountId: string; quota: Quota; limit: string }[]>(
      'SELECT account_id AS "accountId", quota, quota_limit AS "limit" FROM account_quotas WHERE account_id = ANY ($1::uuid[])',
      [accountIds],
    );
    const setFor = (accountId: string) =>
      Object.fromEntries(
        rows.filter((row) => row.accountId === accountId).map(({ quota, limit }) => [quota, Number(limit)]),
      );
    return new Map(accountIds.map((accountId) => [accountId, quotaLimits(setFor(accountId), this.config.DEMO)]));
  }

  async set(manager: EntityManager, accountId: string, limits: Partial<Record<Quota, number | null>>): Promise<void> {
    const [quotas, values] = [Object.keys(limits), Object.values(limits)];
    await manager.query('DELETE FROM account_quotas WHERE account_id = $1 AND quota = ANY ($2::text[])', [
      accountId,
      quotas,
    ]);
    await manager.query(
      `INSERT INTO account_quotas (account_id, quota, quota_limit)
       SELECT $1, quota, quota_limit FROM unnest($2::text[], $3::bigint[]) AS chosen (quota, quota_limit) WHERE quota_limit IS NOT NULL`,
      [accountId, quotas, values],
    );
  }
}
