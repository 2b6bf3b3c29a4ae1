import type { Logger, ObjectStore } from '@shipyard/platform';
import { expectToLookEvery } from '@shipyard/testing';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { HoldReaper } from './billing/hold-reaper';
import { LedgerSealer } from './billing/ledger-sealer';
import type { TaskHoldsService } from './billing/task-holds.service';
import { BudgetWindowsSweeper } from './billing/budget-windows-sweeper';
import type { GatewayConfig } from './config';
import type { LongReads } from './database/long-reads';
import { PartitionSweeper } from './database/partition-sweeper';
import { KeyedCallsSweeper } from './idempotency/keyed-calls-sweeper';
import type { ImageFilesService } from './images/image-files.service';
import { ImageHistorySweeper } from './images/image-history.sweeper';
import { ImageOrphansSweeper } from './images/image-orphans.sweeper';
import { ImageTasksSweeper } from './images/image-tasks.sweeper';
import { IdempotencySweeper } from './operators/idempotency-sweeper';
import type { HeartbeatsService } from './processes/heartbeats.service';

/** This suite checks how often they run. sweeps.e2e-spec.ts checks what they delete. */
describe('the sweepers of the worker', () => {
  let rounds: number;
  const round = () => (rounds += 1);
  const logger = {} as Logger;
  // An UPDATE or DELETE returns its rows and their number.
  const dataSource = { query: () => Promise.resolve((round(), [[], 0])) } as unknown as DataSource;
  const holds = { query: () => Promise.resolve((round(), [])) } as unknown as DataSource;
  const history = { transaction: () => Promise.resolve((round(), 0)) } as unknown as DataSource;
  const tasks = { query: () => Promise.resolve([]) } as unknown as DataSource;
  const taskHolds = { releaseUncharged: () => Promise.resolve((round(), 0)) } as unknown as TaskHoldsService;
  const files = { sweep: () => Promise.resolve(false), namedOf: () => Promise.resolve((round(), new Set())) } as unknown as ImageFilesService;
  const store = { list: () => [] } as unknown as ObjectStore;
  const heartbeats = { heartbeatMs: 5_000 } as HeartbeatsService;

  beforeEach(() => {
    jest.useFakeTimers();
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  it.each<[string, number, () => Parameters<typeof expectToLookEvery>[1]]>([
    ['partitions', 600_000, () => new PartitionSweeper(holds, {} as GatewayConfig, logger)],
    ['budget windows that are over', 3_600_000, () => new BudgetWindowsSweeper(dataSource, {} as GatewayConfig, logger)],
    ['finished image tasks', 3_600_000, () => new ImageHistorySweeper(history, {} as GatewayConfig, logger)],
    ['answers of customers’ Idempotency-Keys', 600_000, () => new KeyedCallsSweeper(dataSource, logger)],
    ['answers of operators’ Idempotency-Keys', 600_000, () => new IdempotencySweeper(dataSource, logger)],
    ['image tasks and their pictures', 5_000, () => new ImageTasksSweeper(tasks, taskHolds, files, {} as Queue, logger)],
    ['pictures that no row names', 600_000, () => new ImageOrphansSweeper(files, store, logger)],
    ['days of the ledger to seal', 600_000, () => new LedgerSealer(holds, {} as LongReads, logger)],
    ['holds of dead processes', 5_000, () => new HoldReaper(holds, heartbeats, {} as GatewayConfig, logger)],
  ])('sweep %s at start and every %i ms', (_, everyMs, make) => expectToLookEvery(everyMs, make(), () => rounds));
});
