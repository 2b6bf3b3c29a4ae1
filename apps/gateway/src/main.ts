import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureApp, envelopeSurface } from '@shipyard/http';
import { createLogger, createRedisClient, type Logger, NestLogger, printStartFailure, type RunningService, runService } from '@shipyard/platform';
import { AppModule } from './app.module';
import { ProcessBeatsService } from './billing/process-beats.service';
import { type GatewayConfig, metricsAddress, readGatewayConfig } from './config';
import { openRuntime } from './open-runtime';
import { customerSurface } from './openai/openai-surface.view';
import { OperatorIdempotency } from './operators/operator-idempotency';

const JSON_LIMIT_BYTES = 20 * 1024 * 1024;

async function serve(config: GatewayConfig, logger: Logger): Promise<RunningService> {
  const runtime = await openRuntime(config, 'gateway', logger);
  const redis = config.REDIS_URL === undefined ? null : createRedisClient(config.REDIS_URL, logger);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(runtime, redis), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  configureApp(app, {
    logger,
    surfaces: [customerSurface, envelopeSurface('/admin')],
    jsonLimitBytes: JSON_LIMIT_BYTES,
    acceptRequestId: false,
    afterJsonBody: [app.get(OperatorIdempotency)],
    trustedProxies: config.TRUSTED_PROXIES,
  });
  const beats = app.get(ProcessBeatsService);
  await beats.start();
  await app.listen(config.GATEWAY_PORT, config.HOST);
  logger.info({ address: config.publicUrl }, 'The gateway serves');
  return { app, closeAfterwards: [() => beats.stop(), () => Promise.resolve(redis?.disconnect()), () => runtime.dataSource.destroy()] };
}

try {
  const config = readGatewayConfig(process.env);
  const logger = createLogger('gateway');
  void runService('gateway', logger, () => serve(config, logger), metricsAddress(config, 2));
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
