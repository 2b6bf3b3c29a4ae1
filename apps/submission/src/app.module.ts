import { Controller, type DynamicModule, Module } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ForwardedHeaderWatch, HealthController, READINESS_CHECKS, type ReadinessChecks } from '@shipyard/http';
import { queueServerModule } from '@shipyard/platform/queues';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import type { Redis } from 'ioredis';
import { AccountDeletionModule } from './account-deletion/account-deletion.module';
import { AccountsModule } from './accounts/accounts.module';
import { AssistantsModule } from './assistants';
import { AssetsModule } from './assets/assets.module';
import { ImageUploadsModule } from './assets/one-time-uploads/image-uploads.module';
import type { HttpConfig } from './config';
import { CreatorsModule } from './creators/creators.module';
import { EmailChangeModule } from './email-change';
import { EmailConfirmationModule } from './email-confirmation/email-confirmation.module';
import { ErasureModule } from './erasure/erasure.module';
import { ExportsModule } from './exports/exports.module';
import { GuardiansModule } from './guardians';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { InterviewsModule } from './interviews/interviews.module';
import { LimitsModule } from './limits/limits.module';
import { AnonymousRate } from './limits/rate-limits';
import { RenderBudget } from './limits/render-budget';
import { LogsModule } from './logs/logs.module';
import { OauthModule } from './oauth/oauth.module';
import { PagesModule } from './pages/pages.module';
import { PasswordResetsModule } from './password-resets/password-resets.module';
import { ProgramsModule } from './programs/programs.module';
import { ProjectsModule } from './projects/projects.module';
import { ReadmeModule } from './readme/readme.module';
import { ReferenceModule } from './reference/reference.module';
import { ReportsModule } from './abuse-reports/reports.module';
import { ReviewsModule } from './reviews/reviews.module';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';
import { ShipmentsModule } from './shipments/shipments.module';
import { SitePagesModule } from './site-pages';
import { StaffModule } from './staff';
import { StatusEventsModule } from './status-events/status-events.module';
import { SyncModule } from './sync/sync.module';
import { TakedownsModule } from './takedowns';
import { MultipartInterceptor } from './uploads/multipart.interceptor';

/** Monitors have no token and must get answers from a busy service. */
@TokenOptional()
@AnonymousRate(null)
@Controller()
class ProbesController extends HealthController {}

@Module({
  imports: [
    AccountsModule,
    EmailConfirmationModule,
    EmailChangeModule,
    PasswordResetsModule,
    AccountDeletionModule,
    ProgramsModule,
    ProjectsModule,
    AssetsModule,
    ImageUploadsModule,
    ReadmeModule,
    LogsModule,
    SyncModule,
    ReviewsModule,
    InterviewsModule,
    ShipmentsModule,
    GuardiansModule,
    StatusEventsModule,
    StaffModule,
    TakedownsModule,
    ReportsModule,
    ErasureModule,
    ExportsModule,
    CreatorsModule,
    SitePagesModule,
    IdempotencyModule,
    ReferenceModule,
    OauthModule,
    AssistantsModule,
    PagesModule,
  ],
  controllers: [ProbesController],
})
export class AppModule {
  static of(runtime: Runtime<HttpConfig>, redis: Redis | null): DynamicModule {
    const forwardedHeaders = new ForwardedHeaderWatch(runtime.logger);
    const checks: ReadinessChecks = {
      postgres: () => runtime.dataSource.query('SELECT 1'),
      redis: redis && (() => redis.ping()),
      store: () => runtime.store.check(),
      warnings: () => forwardedHeaders.warnings(),
    };
    return {
      module: AppModule,
      imports: [
        RuntimeModule.of(runtime, new RenderBudget(new RateLimiter(redis, runtime.logger), runtime.config.DEMO)),
        LimitsModule.of(redis, runtime.logger, runtime.config.DEMO),
        queueServerModule(queueServer(runtime.config), runtime.logger),
      ],
      providers: [
        { provide: READINESS_CHECKS, useValue: checks },
        { provide: ForwardedHeaderWatch, useValue: forwardedHeaders },
        MultipartInterceptor,
      ],
    };
  }
}
