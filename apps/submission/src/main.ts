import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { configureApp, ForwardedHeaderWatch, securityHeaders } from '@shipyard/http';
import { CALL_TIME_LIMIT_MS } from '@shipyard/platform/database';
import { createLogger, NestLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { observationOf } from '@shipyard/platform/observation';
import { printStartFailure, runService } from '@shipyard/platform/service-process';
import { Receipts } from './accounts';
import { AppModule } from './app.module';
import { jsonRpcErrorFormat } from './assistants';
import { type HttpConfig, publicUrlOf, readHttpConfig } from './config';
import { openReplica } from './database/open-replica';
import { VisitorReads } from './database/visitor-reads.interceptor';
import { AccountIdempotency } from './idempotency/account-idempotency';
import { oauthErrorFormat } from './oauth/oauth-error-format';
import { errorFormatsOf } from './pages/page-errors';
import { PageRenderer } from './pages/page-renderer';
import { openRuntime } from './runtime.module';
import { MultipartInterceptor } from './uploads/multipart.interceptor';

const logger = createLogger('submission');

async function start(config: HttpConfig) {
  const runtime = await openRuntime(config, logger, { timeLimitMs: CALL_TIME_LIMIT_MS });
  const replica = openReplica(config, runtime.dataSource, logger);
  const redis = config.REDIS_URL === undefined ? null : await connectRedis(config.REDIS_URL, logger);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.of({ ...runtime, replicaReads: replica?.reads }, redis),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  configureApp(app, {
    logger,
    errorFormats: [...errorFormatsOf(app.get(PageRenderer)), oauthErrorFormat, jsonRpcErrorFormat],
    acceptRequestId: true,
    securityHeaders: securityHeaders(config.SUBMISSION_PUBLIC_URL),
    // The form is read before the Idempotency-Key is looked up. A receipt is made of what a key replays, too.
    afterJsonBody: [
      ...(replica === null ? [] : [visitorReads(replica.reads, config)]),
      app.get(MultipartInterceptor),
      app.get(Receipts),
      app.get(AccountIdempotency),
    ],
    trustedProxies: config.TRUSTED_PROXIES,
  });
  app.get(ForwardedHeaderWatch).watch(app.getHttpServer(), config);
  await app.listen(config.SUBMISSION_PORT, config.HOST);
  logger.info({ address: await app.getUrl() }, 'Listening');
  return {
    app,
    server: app.getHttpServer(),
    closeAfterwards: [
      () => Promise.resolve(replica?.stop()),
      () => runtime.dataSource.destroy(),
      () => Promise.resolve(redis?.disconnect()),
    ],
  };
}

const visitorReads = (reads: ConstructorParameters<typeof VisitorReads>[0], config: HttpConfig) =>
  new VisitorReads(reads, {
    maxLagMs: config.SUBMISSION_READ_MAX_LAG_MS,
    isSecure: publicUrlOf(config).startsWith('https://'),
  });

try {
  const config = readHttpConfig(process.env);
  void runService('submission', logger, () => start(config), observationOf(config, 0));
} catch (error) {
  printStartFailure(error);
  process.exit(1);
}
