import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';
import { LISTED_DAYS } from './tokens.service';

const EVERY_MS = 60 * 60_000;
const AT_ONCE = 1_000;

/** Deletes tokens that ended before the listed period, with the tokens created from them, which ended no later. */
@Injectable()
export class TokenSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('ended tokens', EVERY_MS, () => this.forgetEnded(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async forgetEnded(): Promise<void> {
    for (let forgotten = AT_ONCE; forgotten === AT_ONCE; ) {
      [, forgotten] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM api_tokens WHERE id IN (
           SELECT id FROM api_tokens WHERE least(revoked_at, expires_at) <= now() - make_interval(days => $1) LIMIT $2)`,
        [LISTED_DAYS, AT_ONCE],
      );
    }
  }
}
