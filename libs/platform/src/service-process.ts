import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError } from './config';
import { endDrain, whenIdle, worksInFlight } from './in-flight';
import type { Logger } from './logger';
import { startMetricsServer } from './metrics';

const DRAIN_MS = 30_000;
/** New requests may keep coming: after this the door is shut, and what is in flight still ends. */
const LISTEN_ON_MS = 10_000;
/** So long before its end the drain stops what is in flight, which then needs time to be settled. At most a third of the drain. */
const SETTLE_MS = 10_000;
const CLOSES_IDLE_EVERY_MS = 250;
let draining = false;

/** True from the first signal to stop: `/readyz` says so while work in flight is finished. */
export function isDraining(): boolean {
  return draining;
}

export interface RunningService {
  app: INestApplicationContext;
  /** Absent for a worker. */
  server?: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>;
  /** How long the process goes on after the signal to stop, at most. Left out: 30 s. */
  drainMs?: number;
  /** For how long it takes new requests after that signal, though none is in flight: as long as a load balancer may send it some. Left out: 0. */
  listenOnMs?: number;
  /** Has a worker take no new jobs. Those in hand count as work in flight. */
  stopTaking?: () => Promise<unknown>;
  /** What must outlive the application's own shutdown, because work in flight uses it. Closed in this order. */
  closeAfterwards: (() => Promise<unknown>)[];
}

/**
 * Runs a process of a service until a signal: start, say `ready` to the launcher, then on SIGTERM or SIGINT
 * (or when the launcher is gone) finish what is in flight and exit 0. What is not done shortly before `drainMs` is told to stop (`drainEnd`).
 * A start that fails prints one line a problem and exits 1.
 */
export async function runService(
  name: string,
  logger: Logger,
  start: () => Promise<RunningService>,
  metricsAt?: { port: number; host: string },
): Promise<void> {
  try {
    const metricsServer = metricsAt && (await startMetricsServer(metricsAt.port, metricsAt.host, name));
    const service = await start();
    stopOnSignal(logger, service, metricsServer);
    process.send?.('ready');
  } catch (error) {
    printStartFailure(error);
    process.exit(1);
  }
}

/** One line a problem, without a stack: what is read by whoever started the process. */
export function printStartFailure(error: unknown): void {
  const lines = error instanceof ConfigError ? error.problems : [describe(error)];
  for (const line of lines) process.stderr.write(`${line}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is in use: free it, or set another port`;
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}: set another port`;
  return (error.message || code || error.name).split('\n')[0] ?? error.name;
}

function stopOnSignal(logger: Logger, service: RunningService, metricsServer: Server | undefined): void {
  const stop = (reason: string) => {
    if (draining) return;
    draining = true;
    logger.info({ reason }, 'Stopping');
    const { drainMs = DRAIN_MS } = service;
    setTimeout(() => {
      logger.error(`Work was still in flight after ${drainMs / 1_000} s and was cut off`);
      process.exit(1);
    }, drainMs).unref();
    void close(service, logger, metricsServer, drainMs).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (process.send) process.once('disconnect', () => stop('the launcher is gone'));
}

/*
 * 1. listen  Requests are still taken, because a load balancer needs a while to hear from /readyz that this process is going. A worker takes no jobs.
 * 2. drain   The door is shut. What is in flight ends.
 * 3. settle  What has not ended is told to stop, and settles what came of it.
 * 4. close   The application and then what it uses.
 */
async function close(service: RunningService, logger: Logger, metricsServer: Server | undefined, drainMs: number): Promise<void> {
  const settleMs = Math.min(SETTLE_MS, drainMs / 3);
  const drainEndsAt = performance.now() + drainMs - settleMs;
  const mostListenMs = (drainMs - settleMs) / 2;
  await service.stopTaking?.();
  await Promise.all([whenIdle(Math.min(LISTEN_ON_MS, mostListenMs)), after(Math.min(service.listenOnMs ?? 0, mostListenMs))]);
  service.server?.close();
  // A client may keep its connection open after its last answer.
  const sweeping = setInterval(() => service.server?.closeIdleConnections(), CLOSES_IDLE_EVERY_MS);
  try {
    await whenIdle(drainEndsAt - performance.now());
    if (worksInFlight() > 0) {
      logger.warn({ in_flight: worksInFlight() }, 'Work is still in flight and is stopped');
      endDrain();
      await whenIdle(settleMs / 2);
      // The rest of the time is for what the process holds itself.
      service.server?.closeAllConnections();
    }
    await service.app.close();
  } finally {
    clearInterval(sweeping);
  }
  for (const step of service.closeAfterwards) await step();
  metricsServer?.close();
}
