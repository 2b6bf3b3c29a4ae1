import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedMailSweeper, mailFileSweeper, mailMetricsSweeper, mailRateSweeper, mailSweeper } from '@shipyard/mail';
import { queueMetricsSweeper } from '@shipyard/platform/queue-metrics';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import type { sweeper } from '@shipyard/platform/sweep';
import { expectToLookEvery } from '@shipyard/testing';
import { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { accountDeletionSweeper, DeletedAccountEraser } from './account-deletion/deleted-account-eraser';
import { requestedDeletionSweeper } from './account-deletion/requested-deletion-sweeper';
import { accountAuditSweeper } from './accounts/account-audit-sweeper';
import { tokenSweeper } from './accounts/token-sweeper';
import { assetSweeper } from './assets/asset-sweeper';
import { RenderRequests } from './assets';
import { foreignImageDownloads } from './assets/foreign-image-fetcher';
import { foreignImageSweeper } from './assets/foreign-image-sweeper';
import { imageUploadSweeper } from './assets/one-time-uploads/image-upload-sweeper';
import { ServedHashes, servedHashSweeper } from './assets/served-hashes';
import { variantSweeper } from './assets/variants/variant-sweeper';
import type { WorkerConfig } from './config';
import { emailChangeSweeper } from './email-change/email-change-sweeper';
import { grownUpSweeper } from './guardians/grown-up-sweeper';
import { idempotencySweeper } from './idempotency/idempotency-sweeper';
import { interviewExpirySweeper } from './interviews/interview-expiry-sweeper';
import { interviewSweeper } from './interviews/interview-sweeper';
import { staffDigests } from './mail/outbox/staff-digests';
import { clientSweeper, codeSweeper, deviceRequestSweeper, refreshTokenSweeper } from './oauth/oauth-sweeper';
import type { LogsService } from './logs/logs.service';
import type { ModelGateway } from './model/model-gateway';
import type { ProjectsService } from './projects/projects.service';
import type { ReadmeService } from './readme/readme.service';
import { resetRequestSweeper } from './password-resets/reset-request-sweeper';
import { resetSweeper } from './password-resets/reset-sweeper';
import { documentSweeper, Rerenderer } from './rerendering/rerenderer';
import { reportSweeper } from './abuse-reports/report-sweeper';
import { reviewMetricsSweeper } from './reviews/review-metrics-sweeper';
import { reviewSweeper } from './reviews/review-sweeper';
import { snapshotSweeper } from './reviews/snapshot-sweeper';
import { SetupChecker, setupSweeper } from './setup/setup-checker';
import { ShipmentRetention, shipmentSweeper } from './shipments/shipment-sweeper';

describe('the sweepers of the worker', () => {
  let rounds: number;
  const answering = (answer: unknown) => () => {
    rounds += 1;
    return Promise.resolve(answer);
  };
  const logger = {} as Logger;
  const rows = { query: answering([]) } as unknown as DataSource;
  const deleted = { query: answering([[], 0]) } as unknown as DataSource;
  const withQueryRunner = {
    createQueryRunner: () => ({
      manager: { query: answering([]) },
      startTransaction: () => Promise.resolve(),
      commitTransaction: () => Promise.resolve(),
      release: () => Promise.resolve(),
    }),
  } as unknown as DataSource;

  const queue = Object.assign(Object.create(Queue.prototype) as Queue, {
    name: 'reviews',
    getJobCounts: answering({ waiting: 1 }),
  });
  const store = Object.assign(Object.create(ObjectStore.prototype) as ObjectStore, { list: () => [] });

  const mailFiles = mkdtempSync(path.join(tmpdir(), 'mails-'));
  const mailId = '019aa000-0000-7000-8000-000000000001';

  beforeAll(() => {
    mkdirSync(path.join(mailFiles, 'mail'));
    writeFileSync(path.join(mailFiles, 'mail', `${mailId}.eml`), '');
  });

  afterAll(() => rmSync(mailFiles, { recursive: true }));

  beforeEach(() => {
    // Digests are written from 07:00 UTC on.
    jest.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') });
    rounds = 0;
  });

  afterEach(() => jest.useRealTimers());

  it.each<[string, number, ReturnType<typeof sweeper>, () => unknown[]]>([
    [
      'shipments kept for too long',
      3_600_000,
      shipmentSweeper,
      () => [
        new ShipmentRetention(rows, {} as ProjectsService, { SHIPMENT_RETENTION_DAYS: 180 } as WorkerConfig, logger),
      ],
    ],
    ['READMEs of reviews that ended long ago', 3_600_000, snapshotSweeper, () => [deleted]],
    ['reports that were closed long ago', 3_600_000, reportSweeper, () => [deleted]],
    ['files that no row names', 600_000, assetSweeper, () => [rows, store, { DATA_DIR: '/nowhere' }]],
    [
      'images of other hosts that nothing shows',
      60_000,
      foreignImageSweeper,
      () => [{ query: answering([[]]) }, store],
    ],
    [
      'images of other hosts',
      2_000,
      foreignImageDownloads,
      () => [{ sweep: answering(undefined), listen: () => undefined }],
    ],
    ['images without a served hash', 10_000, servedHashSweeper, () => [new ServedHashes(rows, store)]],
    ['variants of images', 2_000, variantSweeper, () => [rows, {}, logger]],
    ['answers of Idempotency-Keys', 600_000, idempotencySweeper, () => [deleted]],
    [
      'deleted accounts',
      2_000,
      accountDeletionSweeper,
      () => [new DeletedAccountEraser({ query: answering([[], 0]) } as unknown as DataSource, store, logger)],
    ],
    [
      'deletions that guardians asked for',
      10_000,
      requestedDeletionSweeper,
      () => [{ manager: { query: answering([]) } }, logger],
    ],
    [
      'guardians of people who are old enough',
      3_600_000,
      grownUpSweeper,
      () => [{ manager: { query: answering([]) } }, { GUARDIAN_CONSENT_BELOW: 16 }],
    ],
    ['expired changes of emails', 600_000, emailChangeSweeper, () => [{ manager: { query: answering([]) } }]],
    ['tokens that ended long ago', 3_600_000, tokenSweeper, () => [deleted]],
    ['device codes of yesterday', 3_600_000, deviceRequestSweeper, () => [deleted]],
    ['authorization codes of yesterday', 3_600_000, codeSweeper, () => [deleted]],
    ['refresh tokens that expired', 3_600_000, refreshTokenSweeper, () => [deleted]],
    ['OAuth clients that nobody uses', 3_600_000, clientSweeper, () => [deleted]],
    ['password resets of yesterday', 3_600_000, resetSweeper, () => [deleted]],
    ['upload URLs that are over', 3_600_000, imageUploadSweeper, () => [deleted]],
    ['requests for password resets', 2_000, resetRequestSweeper, () => [{ dropRequests: answering(false) }]],
    ['old audit entries of accounts', 3_600_000, accountAuditSweeper, () => [rows]],
    ['reviews that nobody works on', 2_000, reviewSweeper, () => [rows]],
    ['metrics of reviews', 15_000, reviewMetricsSweeper, () => [rows]],
    ['metrics of queues', 15_000, queueMetricsSweeper, () => [{ getProviders: () => [{ instance: queue }] }]],
    ['interviews whose time is over', 2_000, interviewExpirySweeper, () => [rows]],
    ['questions and reports of interviews that wait for a job', 2_000, interviewSweeper, () => [rows, {}]],
    ['mails that are due', 1_000, mailSweeper, () => [rows, {}]],
    ['metrics of mails', 15_000, mailMetricsSweeper, () => [rows]],
    ['mails that ended long ago', 3_600_000, endedMailSweeper, () => [deleted]],
    ['addresses that got no mail for a day', 3_600_000, mailRateSweeper, () => [deleted]],
    [
      'questions of the first run',
      2_000,
      setupSweeper,
      () => [new SetupChecker(rows, {} as ModelGateway, {} as WorkerConfig)],
    ],
    ['digests for staff', 60_000, staffDigests, () => [rows]],
    [
      'files of mails',
      10_000,
      mailFileSweeper,
      () => [{ query: answering([{ id: mailId }]) }, { folder: path.join(mailFiles, 'mail') }],
    ],
    [
      'documents that an older version rendered',
      15_000,
      documentSweeper,
      () => [new Rerenderer(withQueryRunner, {} as ReadmeService, {} as LogsService, logger), new RenderRequests()],
    ],
  ])('look after %s when it starts and every %i ms', (_, everyMs, provider, inject) =>
    expectToLookEvery(everyMs, provider, inject(), () => rounds),
  );

  it('render stale documents at once when images have arrived', async () => {
    const requests = new RenderRequests();
    const rerenderer = new Rerenderer(withQueryRunner, {} as ReadmeService, {} as LogsService, logger);
    const sweep = await documentSweeper.useFactory(logger, rerenderer, requests);
    sweep.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(1);
    requests.add();
    await jest.advanceTimersByTimeAsync(0);
    expect(rounds).toBe(2);
    await sweep.onModuleDestroy();
  });

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
