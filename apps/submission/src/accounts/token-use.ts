import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { Sweep } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 2_000;

/** Collects the uses of tokens, which renew some of them, and writes them in batches, so that reads of public pages do not each cost a write. */
@Injectable()
export class TokenUse implements OnApplicationBootstrap, OnApplicationShutdown {
  private usedAt = new Map<string, Date>();
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('token uses', EVERY_MS, () => this.flush(), logger);
  }

  record(tokenId: string): void {
    this.usedAt.set(tokenId, new Date());
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
    await this.flush();
  }

  async flush(): Promise<void> {
    const used = this.usedAt;
    if (used.size === 0) return;
    this.usedAt = new Map();
    try {
      // Locks in the order of ids, because replicas write the same tokens concurrently.
      await this.dataSource.query(
        `WITH held AS (SELECT id FROM api_tokens WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
         UPDATE api_tokens token SET last_used_at = greatest(token.last_used_at, used.at),
           expires_at = greatest(token.expires_at, used.at + make_interval(days => token.use_renews_days))
         FROM held JOIN unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) ON used.id = held.id WHERE token.id = held.id`,
        [[...used.keys()], [...used.values()]],
      );
    } catch (error) {
      this.usedAt = new Map([...used, ...this.usedAt]);
      throw error;
    }
  }
}
