import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createLogger, type Logger, NestLogger } from '@shipyard/platform/logger';
import { stopTakingJobs } from '@shipyard/platform/queues';
import { observationOf } from '@shipyard/platform/observation';
import { printStartFailure, type RunningService, runService } from '@shipyard/platform/service-process';
import { HeartbeatsService } from './processes/heartbeats.service';
import { type GatewayConfig, readWorkerConfig } from './config';
import { openRuntime } from './open-runtime';
import { WorkerModule } from './worker.module';

async function work(config: GatewayConfig, logger: Logger): Promise<RunningService> {
  const runtime = await openRuntime(config, 'gateway-worker', logger);
  const app = await NestFactory.createApplicationContext(WorkerModule.of(runtime), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const heartbeats = app.get(HeartbeatsService);
  await heartbeats.start({ serves: false });
  logger.info('The worker runs');
  return {
    app,
    drainMs: config.drainMs,
    stopTaking: () => stopTakingJobs(app),
    closeAfterwards: [() => heartbeats.stop(), () => runtime.billing.end(), () => runtime.dataSource.destroy()],
  };
}

try {
  const config = readWorkerConfig(process.env);
  const logger = createLogger('gateway-worker');
  void runService('gateway-worker', logger, () => work(config, logger), observationOf(config, 3));
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
