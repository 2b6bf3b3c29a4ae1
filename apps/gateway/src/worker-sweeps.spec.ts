import type { Logger, ObjectStore } from '@shipyard/platform';
import { expectToLookEvery } from '@shipyard/testing';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { HoldReaper } from './billing/hold-reaper';
import type { TaskHoldsService } from './billing/task-holds.service';
import type { GatewayConfig } from './config';
import { KeyedCallsSweeper } from './idempotency/keyed-calls-sweeper';
import type { ImageFilesService } from './images/image-files.service';
import { ImageOrphansSweeper } from './images/image-orphans.sweeper';
import { ImageTasksSweeper } from './images/image-tasks.sweeper';
import { IdempotencySweeper } from './operators/idempotency-sweeper';
import type { ProcessBeatsService } from './processes/process-beats.service';
import { RequestLogSweeper } from './requests/request-log-sweeper';

/** What they take away after which time is in sweeps.e2e-spec.ts; here is how often they look. */
describe('the sweepers of the worker', () => {
  let rounds: number;
  const round = () => (rounds += 1);
  const logger = {} as Logger;
  // An UPDATE or DELETE answers its rows and how many they were.
  const dataSource = { query: () => Promise.resolve((round(), [[], 0])) } as unknown as DataSource;
  const holds = { query: () => Promise.resolve((round(), [])) } as unknown as DataSource;
  const tasks = { query: () => Promise.resolve([]) } as unknown as DataSource;
  const taskHolds = { forgo: () => Promise.resolve((round(), 0)) } as unknown as TaskHoldsService;
  const files = { sweep: () => Promise.resolve(false), namedOf: () => Promise.resolve((round(), new Set())) } as unknown as ImageFilesService;
  const store = { list: () => [] } as unknown as ObjectStore;
  const beats = { beatMs: 5_000, unbrokenForMs: () => Infinity } as ProcessBeatsService;

  beforeEach(() => {
    jest.useFakeTimers();
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  it.each<[string, number, () => Parameters<typeof expectToLookEvery>[1]]>([
    ['the request log', 600_000, () => new RequestLogSweeper(dataSource, logger)],
    ['answers of customers’ Idempotency-Keys', 600_000, () => new KeyedCallsSweeper(dataSource, logger)],
    ['answers of operators’ Idempotency-Keys', 600_000, () => new IdempotencySweeper(dataSource, logger)],
    ['image tasks and their pictures', 5_000, () => new ImageTasksSweeper(tasks, taskHolds, files, {} as Queue, logger)],
    ['pictures that no row names', 600_000, () => new ImageOrphansSweeper(files, store, logger)],
    ['holds of dead processes', 5_000, () => new HoldReaper(holds, beats, {} as GatewayConfig, logger)],
  ])('look after %s when it starts and every %i ms', (_, everyMs, make) => expectToLookEvery(everyMs, make(), () => rounds));
});
