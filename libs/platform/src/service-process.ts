import type { Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError } from './config';
import { endConnections } from './end-connections';
import { endDrain, whenIdle, worksInFlight } from './in-flight';
import type { Logger } from './logger';
import { startMetricsServer } from './metrics';
import type { Observation } from './observation';
import { type Tracer, useTracer } from './tracing';
import { withTimeout } from './cancellation';

const DRAIN_MS = 30_000;
/** The server stops accepting after this, even if requests are still in flight. */
const LISTEN_ON_MS = 10_000;
/** The time to settle stopped work, at most a third of the drain. */
const SETTLE_MS = 10_000;
/** Requests get this share of the time that is left to settle. In the rest, the process closes its connections. */
const SETTLED_WITHIN = 0.75;
const SEND_LAST_SPANS_MS = 2_000;
let draining = false;

/** True from the first stop signal on. `/readyz` reports it while requests in flight end. */
export function isDraining(): boolean {
  return draining;
}

export interface RunningService {
  app: INestApplicationContext;
  server?: Server;
  drainMs?: number;
  /** How long to accept requests at least, because a load balancer may still send some. Defaults to 0. */
  listenOnMs?: number;
  /** Jobs that the process already has count as in flight. */
  stopTaking?: () => Promise<unknown>;
  /** Closed in this order after the application. */
  closeAfterwards: (() => Promise<unknown>)[];
}

/**
 * Reports `ready` to the launcher. On SIGTERM, SIGINT or the launcher's exit it ends in the steps of `close` and exits 0. A
 * failed start prints one line per problem and exits 1.
 */
export async function runService(
  name: string,
  logger: Logger,
  start: () => Promise<RunningService>,
  { metrics, traces, debugPort }: Observation = {},
): Promise<void> {
  let hasStarted = false;
  const isReady = () => hasStarted && !draining;
  try {
    const metricsServer = metrics && (await startMetricsServer(metrics.port, metrics.host, name, isReady));
    const tracer =
      traces && (await import('./tracing/open-telemetry').then((sdk) => sdk.openTracer(name, traces, logger)));
    useTracer(tracer);
    if (debugPort !== undefined)
      await import('./debug/debug-server').then(({ startDebugServer }) => startDebugServer(debugPort));
    const service = await start();
    hasStarted = true;
    stopOnSignal(logger, service, { metricsServer, tracer });
    process.send?.('ready');
  } catch (error) {
    printStartFailure(error);
    process.exit(1);
  }
}

/** Prints no stack trace, because it is for the person who started the process. */
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

interface Observers {
  metricsServer: Server | undefined;
  tracer: Tracer | undefined;
}

function stopOnSignal(logger: Logger, service: RunningService, observers: Observers): void {
  const stop = (reason: string) => {
    if (draining) return;
    draining = true;
    logger.info({ reason }, 'Stopping');
    const { drainMs = DRAIN_MS } = service;
    setTimeout(() => {
      logger.error(`Work was still in flight after ${drainMs / 1_000} s and was cut off`);
      process.exit(1);
    }, drainMs).unref();
    void close(service, logger, observers, drainMs).then(
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
 * 1. listen  Requests are still accepted, because a load balancer needs a while to notice from /readyz. A worker takes no jobs.
 * 2. drain   No new connections are accepted. What is in flight ends.
 * 3. settle  What has not ended is stopped and settled.
 * 4. close   The application is closed, then what it uses. The last spans are sent.
 */
async function close(
  service: RunningService,
  logger: Logger,
  { metricsServer, tracer }: Observers,
  drainMs: number,
): Promise<void> {
  const settleMs = Math.min(SETTLE_MS, drainMs / 3);
  const drainEndsAt = performance.now() + drainMs - settleMs;
  const mostListenMs = (drainMs - settleMs) / 2;
  await service.stopTaking?.();
  await Promise.all([
    whenIdle(Math.min(LISTEN_ON_MS, mostListenMs)),
    after(Math.min(service.listenOnMs ?? 0, mostListenMs)),
  ]);
  const connections = service.server && (await endConnections(service.server));
  // A connection that is still open may bring one more request.
  do {
    await whenIdle(drainEndsAt - performance.now());
    if (worksInFlight() === 0) await connections?.haveEnded();
  } while (worksInFlight() > 0 && performance.now() < drainEndsAt);
  if (worksInFlight() > 0) {
    logger.warn({ in_flight: worksInFlight() }, 'Work is still in flight and is stopped');
    endDrain();
    await whenIdle(settleMs * SETTLED_WITHIN);
  }
  // Some never bring a request, such as those that a browser opens ahead. The application would wait for them.
  service.server?.closeAllConnections();
  await service.app.close();
  for (const step of service.closeAfterwards) await step();
  metricsServer?.close();
  if (tracer !== undefined) await sendLastSpans(tracer, drainEndsAt + settleMs - performance.now());
}

/** A collector that is away or slow does not make a stop late. */
async function sendLastSpans(tracer: Tracer, leftMs: number): Promise<void> {
  const withinMs = Math.max(0, Math.min(SEND_LAST_SPANS_MS, leftMs / 2));
  await withTimeout(tracer.close(), withinMs, () => new Error('The collector is slow')).catch(() => undefined);
}
