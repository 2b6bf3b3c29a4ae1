import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestLogger } from '@shipyard/platform/logger';
import { printStartFailure, runService } from '@shipyard/platform/service-process';
import { readWorkerConfig, type WorkerConfig } from './config';
import { openRuntime } from './runtime.module';
import { WorkerModule } from './worker.module';

const NAME = 'submission-worker';
const logger = createLogger(NAME);

async function start(config: WorkerConfig) {
  const runtime = await openRuntime(config, logger);
  const app = await NestFactory.createApplicationContext(WorkerModule.of(runtime), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  logger.info('Working');
  return { app, closeAfterwards: [() => runtime.dataSource.destroy()] };
}

try {
  const config = readWorkerConfig(process.env);
  const metricsAt =
    config.METRICS_PORT === undefined ? undefined : { port: config.METRICS_PORT + 1, host: config.METRICS_HOST };
  void runService(NAME, logger, () => start(config), metricsAt);
} catch (error) {
  printStartFailure(error);
  process.exit(1);
}
