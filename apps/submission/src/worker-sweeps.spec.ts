import type { Logger, ObjectStore } from '@shipyard/platform';
import { expectToLookEvery } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { AccountAuditSweeper } from './accounts/account-audit-sweeper';
import { TokenSweeper } from './accounts/token-sweeper';
import { AssetSweeper } from './assets/asset-sweeper';
import { ForeignImageSweeper } from './assets/foreign-image-sweeper';
import type { WorkerConfig } from './config';
import { IdempotencySweeper } from './idempotency/idempotency-sweeper';
import type { LogsService } from './logs/logs.service';
import type { ProjectsService } from './projects/projects.service';
import type { ReadmeService } from './readme/readme.service';
import { Rerenderer } from './rerendering/rerenderer';
import { ReviewSweeper } from './reviews/review-sweeper';
import type { ReviewsService } from './reviews/reviews.service';
import { SnapshotSweeper } from './reviews/snapshot-sweeper';
import { ShipmentSweeper } from './shipments/shipment-sweeper';

/** The e2e suites test what the sweepers remove. This spec tests how often they run. */
describe('the sweepers of the worker', () => {
  let rounds: number;
  const answering = (answer: unknown) => () => {
    rounds += 1;
    return Promise.resolve(answer);
  };
  const logger = {} as Logger;
  const rows = { query: answering([]) } as unknown as DataSource;
  const deleted = { query: answering([[], 0]) } as unknown as DataSource;
  const sessions = { createQueryRunner: () => ({ manager: { query: answering([]) }, release: () => Promise.resolve() }) } as unknown as DataSource;

  const store = { list: () => [] } as unknown as ObjectStore;

  beforeEach(() => {
    jest.useFakeTimers();
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  it.each<[string, number, () => Parameters<typeof expectToLookEvery>[1]]>([
    ['shipments kept for too long', 3_600_000, () => new ShipmentSweeper(rows, {} as ProjectsService, { SHIPMENT_RETENTION_DAYS: 180 } as WorkerConfig, logger)],
    ['READMEs of reviews that ended long ago', 3_600_000, () => new SnapshotSweeper(deleted, logger)],
    ['files that no row names', 600_000, () => new AssetSweeper(rows, store, { DATA_DIR: '/nowhere' } as WorkerConfig, logger)],
    ['images of other hosts that nothing shows', 60_000, () => new ForeignImageSweeper({ query: answering([[]]) } as unknown as DataSource, store, logger)],
    ['answers of Idempotency-Keys', 600_000, () => new IdempotencySweeper(deleted, logger)],
    ['tokens that ended long ago', 3_600_000, () => new TokenSweeper(deleted, logger)],
    ['old audit entries of accounts', 3_600_000, () => new AccountAuditSweeper(rows, logger)],
    ['reviews that nobody works on', 2_000, () => new ReviewSweeper(rows, {} as ReviewsService, logger)],
    ['documents that an older version rendered', 15_000, () => new Rerenderer(sessions, {} as ReadmeService, {} as LogsService, logger)],
  ])('look after %s when it starts and every %i ms', (_, everyMs, make) => expectToLookEvery(everyMs, make(), () => rounds));
});
