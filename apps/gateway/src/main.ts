import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureApp, envelopeSurface } from '@shipyard/http';
import { createLogger, type Logger, NestLogger, printStartFailure, type RunningService, runService } from '@shipyard/platform';
import { AppModule } from './app.module';
import { ProcessBeatsService } from './billing/process-beats.service';
import { type GatewayConfig, metricsAddress, readGatewayConfig } from './config';
import { openRuntime } from './open-runtime';
import { customerSurface } from './openai/openai-surface.view';
import { openReadinessChecks } from './readiness';
import { RequestLogService } from './requests/request-log.service';

const JSON_LIMIT_BYTES = 20 * 1024 * 1024;

async function serve(config: GatewayConfig, logger: Logger): Promise<RunningService> {
  const runtime = await openRuntime(config, 'gateway', logger);
  const readiness = openReadinessChecks(runtime);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(runtime, readiness.provider), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  configureApp(app, {
    logger,
    surfaces: [customerSurface, envelopeSurface('/admin')],
    jsonLimitBytes: JSON_LIMIT_BYTES,
    acceptRequestId: false,
    trustedProxies: config.TRUSTED_PROXIES,
  });
  app.get(RequestLogService).watch(app.getHttpServer());
  const beats = app.get(ProcessBeatsService);
  await beats.start();
  await app.listen(config.GATEWAY_PORT, config.HOST);
  logger.info({ address: config.publicUrl }, 'The gateway serves');
  return { app, closeAfterwards: [() => beats.stop(), () => readiness.close(), () => runtime.dataSource.destroy()] };
}

try {
  const config = readGatewayConfig(process.env);
  const logger = createLogger('gateway');
  void runService('gateway', logger, () => serve(config, logger), metricsAddress(config, 2));
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
