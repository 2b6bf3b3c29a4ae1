import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 60 * 60_000;
const AT_ONCE = 1_000;

/**
 * Deletes the passing entries of the account audit after 180 days. A function in the database decides which, because
 * the worker may not delete entries itself.
 */
@Injectable()
export class AccountAuditSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('old audit entries of accounts', EVERY_MS, () => this.forgetOld(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async forgetOld(): Promise<void> {
    for (let forgotten = AT_ONCE; forgotten === AT_ONCE; ) {
      const [answer] = await this.dataSource.query<{ forgotten: number }[]>('SELECT forget_account_audit_entries($1) AS forgotten', [AT_ONCE]);
      forgotten = answer?.forgotten ?? 0;
    }
  }
}
