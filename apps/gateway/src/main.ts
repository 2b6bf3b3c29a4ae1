import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureApp, envelopeSurface } from '@shipyard/http';
import { CALL_TIME_LIMIT_MS, connectRedis, createLogger, type Logger, NestLogger, printStartFailure, type RunningService, runService } from '@shipyard/platform';
import { AppModule } from './app.module';
import { BillingService } from './billing/billing.service';
import { ProcessBeatsService } from './processes/process-beats.service';
import { CHAT_PATH, ChatAnswers } from './chat/chat-answers';
import { type GatewayConfig, metricsAddress, readGatewayConfig } from './config';
import { EnterpriseKeyGuard } from './keys/enterprise-key.guard';
import { KeyLimitsService } from './limits/key-limits.service';
import { openRuntime } from './open-runtime';
import { takeHotRoute } from './openai/hot-route';
import { customerSurface } from './openai/openai-surface.view';
import { OperatorIdempotency } from './operators/operator-idempotency';
import { RequestLogService } from './requests/request-log.service';

const JSON_LIMIT_BYTES = 20 * 1024 * 1024;

async function serve(config: GatewayConfig, logger: Logger): Promise<RunningService> {
  const runtime = await openRuntime(config, 'gateway', logger, { timeLimitMs: CALL_TIME_LIMIT_MS });
  const redis = config.REDIS_URL === undefined ? null : await connectRedis(config.REDIS_URL, logger);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(runtime, redis), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const surfaces = [customerSurface, envelopeSurface('/admin')];
  const options = { logger, surfaces, jsonLimitBytes: JSON_LIMIT_BYTES, acceptRequestId: false };
  configureApp(app, { ...options, afterJsonBody: [app.get(OperatorIdempotency)], trustedProxies: config.TRUSTED_PROXIES });
  const chat = app.get(ChatAnswers);
  const chatRoute = { path: CHAT_PATH, scope: 'text', answer: chat.answer.bind(chat) } as const;
  takeHotRoute(app.getHttpServer(), chatRoute, { ...options, guard: app.get(EnterpriseKeyGuard), limits: app.get(KeyLimitsService) });
  app.get(RequestLogService).watch(app.getHttpServer());
  const beats = app.get(ProcessBeatsService);
  const billing = app.get(BillingService);
  await beats.start({ serves: true });
  await app.listen(config.GATEWAY_PORT, config.HOST);
  logger.info({ address: config.publicUrl }, 'The gateway serves');
  return {
    app,
    closeAfterwards: [() => billing.stop(), () => beats.stop(), () => Promise.resolve(redis?.disconnect()), () => runtime.dataSource.destroy()],
  };
}

try {
  const config = readGatewayConfig(process.env);
  const logger = createLogger('gateway');
  void runService('gateway', logger, () => serve(config, logger), metricsAddress(config, 2));
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
