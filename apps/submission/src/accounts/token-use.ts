import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 2_000;

/** Remembers when tokens were used, and writes it for all of them at once: a read of the public pages must not cost a write. */
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

  note(tokenId: string): void {
    this.usedAt.set(tokenId, new Date());
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  /** Once the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
    await this.flush();
  }

  async flush(): Promise<void> {
    const used = this.usedAt;
    if (used.size === 0) return;
    this.usedAt = new Map();
    try {
      // Locked in the order of ids, because replicas write the same tokens at once.
      await this.dataSource.query(
        `WITH held AS (SELECT id FROM api_tokens WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE)
         UPDATE api_tokens token SET last_used_at = greatest(token.last_used_at, used.at)
         FROM held JOIN unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) ON used.id = held.id WHERE token.id = held.id`,
        [[...used.keys()], [...used.values()]],
      );
    } catch (error) {
      // What was used meanwhile is newer.
      this.usedAt = new Map([...used, ...this.usedAt]);
      throw error;
    }
  }
}
