import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestLogger } from '@shipyard/platform/logger';
import { observationOf } from '@shipyard/platform/observation';
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
  void runService(NAME, logger, () => start(config), observationOf(config, 1));
} catch (error) {
  printStartFailure(error);
  process.exit(1);
}
