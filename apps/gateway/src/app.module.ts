import { type DynamicModule, Module } from '@nestjs/common';
import { HealthController } from '@shipyard/http';
import { queuesModule } from '@shipyard/platform';
import { AdminModule } from './admin/admin.module';
import { ChatModule } from './chat/chat.module';
import { DocsModule } from './docs/docs.module';
import { IMAGE_TASKS } from './images/image-tasks.queue';
import { ImagesModule } from './images/images.module';
import { ModelsModule } from './models/models.module';
import { OpenAiModule } from './openai/openai.module';
import type { openReadinessChecks } from './readiness';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';

/** What serves HTTP. */
@Module({})
export class AppModule {
  static of(runtime: Runtime, readiness: ReturnType<typeof openReadinessChecks>['provider']): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.of(runtime),
        queuesModule(queueServer(runtime.config), [IMAGE_TASKS], runtime.logger),
        AdminModule,
        ChatModule,
        DocsModule,
        ImagesModule,
        ModelsModule,
        OpenAiModule,
      ],
      controllers: [HealthController],
      providers: [readiness],
    };
  }
}
