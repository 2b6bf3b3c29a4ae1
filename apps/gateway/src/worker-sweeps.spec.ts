import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import type { sweeper } from '@shipyard/platform/sweep';
import { expectToLookEvery } from '@shipyard/testing';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { customerAlertsSweeper, shortDaysSweeper } from './alerts/customer-alerts';
import { operatorAlertsSweeper } from './alerts/operator-alerts';
import { supplierAlertsSweeper } from './alerts/supplier-alerts';
import { holdReaper } from './billing/hold-reaper';
import { ledgerKeysSweeper } from './billing/ledger-keys-sweeper';
import { LedgerSealer, ledgerSweeper } from './billing/ledger-sealer';
import type { TaskHoldsService } from './billing/task-holds.service';
import { budgetWindowsSweeper } from './billing/budget-windows-sweeper';
import type { LongReads } from './database/long-reads';
import { partitionSweeper } from './database/partition-sweeper';
import { keyedCallsSweeper } from './idempotency/keyed-calls-sweeper';
import type { ImageFilesService } from './images/files/image-files.service';
import { imageHistorySweeper } from './images/tasks/image-history.sweeper';
import { imageOrphansSweeper } from './images/files/image-orphans.sweeper';
import { ImageTaskUpkeep, imageTasksSweeper } from './images/tasks/image-tasks.sweeper';
import { LedgerFileUpkeep, ledgerFilesSweeper } from './ledger-files/ledger-files.sweeper';
import type { LedgerFileJobs } from './ledger-files/ledger-file-jobs';
import { memberResetsSweeper, oldMemberRowsSweeper } from './members/member-resets-sweeper';
import { idempotencySweeper } from './operators/idempotency-sweeper';
import { UsageDays, usageDaysSweeper } from './request-log/usage-days';
import { UsageHours, usageHoursSweeper } from './request-log/usage-hours';
import { dueDeliveriesSweeper, oldEventsSweeper } from './webhooks/webhook-deliveries-sweeper';
import { StatementClosing, statementsSweeper } from './statements/statement-closing.service';
import { supplierDriftWatcher } from './supplier-usage/supplier-drift-watcher';

/** Checks how often they run. sweeps.e2e-spec.ts checks what they delete. */
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
  const files = {
    sweep: () => Promise.resolve(false),
    namedOf: () => Promise.resolve((round(), new Set())),
  } as unknown as ImageFilesService;
  const store = Object.assign(Object.create(ObjectStore.prototype) as ObjectStore, { list: () => [] });
  const config = {};
  const noReads = { read: () => Promise.resolve(undefined) } as unknown as LongReads;
  const resets = {
    query: () => Promise.resolve((round(), [[], 0])),
    transaction: () => Promise.resolve(false),
  } as unknown as DataSource;

  beforeEach(() => {
    jest.useFakeTimers();
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  it.each<[string, number, ReturnType<typeof sweeper>, () => unknown[]]>([
    ['partitions', 600_000, partitionSweeper, () => [holds, config]],
    ['budget windows that are over', 3_600_000, budgetWindowsSweeper, () => [dataSource, config]],
    ['old keys of the ledger', 3_600_000, ledgerKeysSweeper, () => [holds, config]],
    ['requests of members for passwords', 2_000, memberResetsSweeper, () => [resets]],
    ['old links and sessions of members', 3_600_000, oldMemberRowsSweeper, () => [dataSource]],
    ['finished image tasks', 3_600_000, imageHistorySweeper, () => [history, config]],
    ['answers of customers’ Idempotency-Keys', 600_000, keyedCallsSweeper, () => [dataSource]],
    ['answers of operators’ Idempotency-Keys', 600_000, idempotencySweeper, () => [dataSource]],
    [
      'image tasks and their images',
      5_000,
      imageTasksSweeper,
      () => [new ImageTaskUpkeep(tasks, taskHolds, files, {} as Queue, logger)],
    ],
    [
      'ledger files',
      15_000,
      ledgerFilesSweeper,
      () => [
        new LedgerFileUpkeep(tasks, store, { addLost: () => Promise.resolve(round()) } as unknown as LedgerFileJobs),
      ],
    ],
    ['images that no row names', 600_000, imageOrphansSweeper, () => [store, files]],
    ['days of the ledger to seal', 600_000, ledgerSweeper, () => [new LedgerSealer(holds, {} as LongReads, logger)]],
    [
      'statements to close',
      600_000,
      statementsSweeper,
      () => [
        new StatementClosing(holds, { storeDays: round, summedUntil: () => Promise.resolve(null) } as never, logger),
      ],
    ],
    ['days of usage to sum', 600_000, usageDaysSweeper, () => [new UsageDays(holds, {} as LongReads)]],
    ['hours of usage to sum', 60_000, usageHoursSweeper, () => [new UsageHours(holds, noReads)]],
    [
      'the drift of suppliers',
      900_000,
      supplierDriftWatcher,
      () => [{ worstByModel: () => Promise.resolve((round(), [])) }],
    ],
    ['alerts of customers', 30_000, customerAlertsSweeper, () => [{ raise: () => Promise.resolve(round()) }]],
    [
      'balances that last a few days',
      3_600_000,
      shortDaysSweeper,
      () => [{ shortDays: () => Promise.resolve(round()) }],
    ],
    ['alerts of operators', 3_600_000, operatorAlertsSweeper, () => [{ raise: () => Promise.resolve(round()) }]],
    [
      'alerts of suppliers',
      10_000,
      supplierAlertsSweeper,
      () => [{ raise: () => Promise.resolve(round()), listen: () => undefined }],
    ],
    [
      'webhook deliveries that are due',
      2_000,
      dueDeliveriesSweeper,
      () => [{ enqueue: () => Promise.resolve(round()) }],
    ],
    ['old webhook events', 3_600_000, oldEventsSweeper, () => [dataSource]],
    ['holds of dead processes', 5_000, holdReaper, () => [holds, { heartbeatMs: 5_000 }, config]],
  ])('sweep %s at start and every %i ms', (_, everyMs, provider, inject) =>
    expectToLookEvery(everyMs, provider, inject(), () => rounds),
  );

  it('are each run by a module, and listed here', () => {
    const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const read = (file: string) => readFileSync(path.join(__dirname, file), 'utf8');
    const modules = files
      .filter((file) => file.endsWith('.module.ts'))
      .map(read)
      .join('\n');
    const here = read(path.basename(__filename));
    const names = files.flatMap((file) =>
      [...read(file).matchAll(/^export const (\w+) = sweeper\(/gm)].map(([, name]) => name ?? ''),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !modules.includes(name) || !here.includes(` ${name},`))).toEqual([]);
  });
});
