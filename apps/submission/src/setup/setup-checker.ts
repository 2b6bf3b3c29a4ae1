import { Inject, Injectable } from '@nestjs/common';
import { checkMailServer } from '@shipyard/mail/server-check';
import { plannedOnce } from '@shipyard/platform/database';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { ModelGateway } from '../model/model-gateway';
import type { CheckStanding, SetupCheck } from './setup-checks';

const GATEWAY_WITHIN_MS = 10_000;

/** Finds out what an admin asked for on the page of the first run. */
@Injectable()
export class SetupChecker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ModelGateway,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'SMTP_URL'>,
  ) {}

  async answer(signal: AbortSignal): Promise<void> {
    const asked = await this.dataSource.query<{ name: SetupCheck }[]>(
      plannedOnce('SELECT name FROM setup_checks WHERE answered_at IS NULL OR answered_at < asked_at'),
    );
    for (const { name } of asked) {
      const standing = await this.standingOf(name, signal);
      if (signal.aborted) return;
      await this.dataSource.query('UPDATE setup_checks SET standing = $2, answered_at = now() WHERE name = $1', [
        name,
        standing,
      ]);
    }
  }

  private standingOf(check: SetupCheck, signal: AbortSignal): Promise<CheckStanding> {
    if (check === 'mail') return checkMailServer(this.config.SMTP_URL);
    return this.gateway.check(AbortSignal.any([signal, AbortSignal.timeout(GATEWAY_WITHIN_MS)]));
  }
}

export const setupSweeper = sweeper({
  name: 'questions of the first run',
  everyMs: 2_000,
  inject: [SetupChecker],
  sweep: (checker, signal) => checker.answer(signal),
});
