import type { Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { ConfigError } from './config';
import { whenIdle } from './in-flight';
import type { Logger } from './logger';
import { startMetricsServer } from './metrics';

const DRAIN_MS = 30_000;
/** New requests may keep coming: after this the door is shut, and what is in flight still ends. */
const LISTEN_ON_MS = 10_000;
let draining = false;

/** True from the first signal to stop: `/readyz` says so while work in flight is finished. */
export function isDraining(): boolean {
  return draining;
}

export interface RunningService {
  app: INestApplicationContext;
  /** What must outlive the application's own shutdown, because work in flight uses it. Closed in this order. */
  closeAfterwards: (() => Promise<unknown>)[];
}

/**
 * Runs a process of a service until a signal: start, say `ready` to the launcher, then on SIGTERM or SIGINT
 * (or when the launcher is gone) finish what is in flight and exit 0. What is not done after 30 s is cut.
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
  if (code === 'EACCES' && port !== undefined) return `Port ${port} may not be used by this user: set another port`;
  return (error.message || code || error.name).split('\n')[0] ?? error.name;
}

function stopOnSignal(logger: Logger, service: RunningService, metricsServer: Server | undefined): void {
  const stop = (reason: string) => {
    if (draining) return;
    draining = true;
    logger.info({ reason }, 'Stopping');
    setTimeout(() => {
      logger.error(`Work was still in flight after ${DRAIN_MS / 1000} s and is cut`);
      process.exit(1);
    }, DRAIN_MS).unref();
    void close(service, metricsServer).then(
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

async function close(service: RunningService, metricsServer: Server | undefined): Promise<void> {
  // Still listening, so that monitors hear from /readyz that this process is going; closing the app shuts the door first.
  await whenIdle(LISTEN_ON_MS);
  await service.app.close();
  // Work whose client has left has no connection for the app to wait for.
  await whenIdle(DRAIN_MS);
  for (const step of service.closeAfterwards) await step();
  metricsServer?.close();
}
