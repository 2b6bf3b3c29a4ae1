import { type DynamicModule, Module } from '@nestjs/common';
import { ForwardedHeaderWatch, HealthController, READINESS_CHECKS, type ReadinessChecks } from '@shipyard/http';
import { queueServerModule } from '@shipyard/platform/queues';
import type { Redis } from 'ioredis';
import { AdminModule } from './admin/admin.module';
import { AlertsModule } from './alerts/alerts.module';
import { ChatModule } from './chat/chat.module';
import { ConsoleModule } from './console/console.module';
import { ImagesModule } from './images/images.module';
import { LimitsModule } from './limits/limits.module';
import { ModelsModule } from './models/models.module';
import { PagesModule } from './pages/pages.module';
import { SelfServiceModule } from './self-service/self-service.module';
import { UsageModule } from './usage/usage.module';
import { V1Module } from './v1/v1.module';
import { DatabaseWrites, ProcessesModule } from './processes';
import { ProductsModule } from './products.module';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';

@Module({})
export class AppModule {
  static of(runtime: Runtime, redis: Redis | null): DynamicModule {
    const forwardedHeaders = new ForwardedHeaderWatch(runtime.logger);
    const checksWith = (writes: DatabaseWrites): ReadinessChecks => ({
      postgres: () => Promise.all([runtime.dataSource.query<unknown[]>('SELECT 1'), writes.test()]),
      redis: redis && (() => redis.ping()),
      store: () => runtime.store.check(),
      warnings: () => forwardedHeaders.warnings(),
    });
    return {
      module: AppModule,
      imports: [
        RuntimeModule.of(runtime),
        LimitsModule.of(redis, runtime.logger),
        queueServerModule(queueServer(runtime.config), runtime.logger),
        AdminModule,
        AlertsModule,
        ChatModule,
        ConsoleModule,
        ImagesModule,
        ModelsModule,
        PagesModule,
        V1Module,
        SelfServiceModule,
        UsageModule,
        ProcessesModule,
        ProductsModule,
      ],
      controllers: [HealthController],
      providers: [
        { provide: READINESS_CHECKS, inject: [DatabaseWrites], useFactory: checksWith },
        { provide: ForwardedHeaderWatch, useValue: forwardedHeaders },
      ],
    };
  }
}
