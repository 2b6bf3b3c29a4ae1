import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureApp, ForwardedHeaderWatch, securityHeaders } from '@shipyard/http';
import { CALL_TIME_LIMIT_MS } from '@shipyard/platform/database';
import { createLogger, type Logger, NestLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { observationOf } from '@shipyard/platform/observation';
import { printStartFailure, type RunningService, runService } from '@shipyard/platform/service-process';
import { AppModule } from './app.module';
import { BillingService } from './billing/billing.service';
import { HeartbeatsService } from './processes/heartbeats.service';
import { CHAT_PATH, ChatController } from './chat/chat.controller';
import { type HttpConfig, readHttpConfig } from './config';
import { EnterpriseKeyGuard } from './keys/enterprise-key.guard';
import { errorFormatsOf } from './pages/page-errors';
import { PageRenderer } from './pages/page-renderer';
import { openRuntime } from './open-runtime';
import { fromTraceCallers } from './trace-callers';
import { takeHotRoute } from './v1/hot-route';
import { V1_LIMIT_BYTES } from './v1/openai-route.guard';
import { OperatorIdempotency } from './operators/operator-idempotency';
import { RequestLogService } from './request-log/request-log.service';

/** Far more fields and items than a long conversation with many tools has. */
const CHAT_MEMBERS_LIMIT = 50_000;

async function serve(config: HttpConfig, logger: Logger): Promise<RunningService> {
  const runtime = await openRuntime(config, 'gateway', logger, { timeLimitMs: CALL_TIME_LIMIT_MS });
  const redis = config.REDIS_URL === undefined ? null : await connectRedis(config.REDIS_URL, logger);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(runtime, redis), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const errorFormats = errorFormatsOf(app.get(PageRenderer));
  const options = {
    logger,
    errorFormats,
    acceptRequestId: false,
    securityHeaders: securityHeaders(config.publicUrl),
    continuesTrace: fromTraceCallers(config.TRACE_CALLERS),
  };
  configureApp(app, {
    ...options,
    afterJsonBody: [app.get(OperatorIdempotency)],
    trustedProxies: config.TRUSTED_PROXIES,
    longestAnswerMs: config.REQUEST_DEADLINE_SECONDS * 1_000,
  });
  const chat = app.get(ChatController);
  const chatRoute = { path: CHAT_PATH, scope: 'text', answer: chat.answer.bind(chat) } as const;
  takeHotRoute(app.getHttpServer(), chatRoute, {
    ...options,
    guard: app.get(EnterpriseKeyGuard),
    jsonLimits: { bytes: V1_LIMIT_BYTES, members: CHAT_MEMBERS_LIMIT },
  });
  app.get(RequestLogService).watch(app.getHttpServer());
  app.get(ForwardedHeaderWatch).watch(app.getHttpServer(), config);
  const heartbeats = app.get(HeartbeatsService);
  const billing = app.get(BillingService);
  await heartbeats.start({ serves: true });
  await app.listen(config.GATEWAY_PORT, config.HOST);
  logger.info({ address: config.publicUrl }, 'The gateway serves');
  return {
    app,
    server: app.getHttpServer(),
    drainMs: config.drainMs,
    listenOnMs: config.SHUTDOWN_LISTEN_SECONDS * 1_000,
    closeAfterwards: [
      () => billing.stop(),
      () => heartbeats.stop(),
      () => Promise.resolve(redis?.disconnect()),
      () => runtime.billing.end(),
      () => runtime.dataSource.destroy(),
    ],
  };
}

try {
  const config = readHttpConfig(process.env);
  const logger = createLogger('gateway');
  void runService('gateway', logger, () => serve(config, logger), observationOf(config, 2));
} catch (error) {
  printStartFailure(error);
  process.exitCode = 1;
}
