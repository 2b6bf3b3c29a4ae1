import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { BillingModule } from '../billing';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { MeteredCallsModule } from '../metered-calls';
import { SuppliersModule } from '../suppliers';
import { FilesController } from './files/files.controller';
import { ImageGenerationsController } from './generations/image-generations.controller';
import { ImageDrawingService } from './generations/image-drawing.service';
import { ImageFilesService } from './files/image-files.service';
import { PollSlotsService } from './poll-slots.service';
import { IMAGE_TASKS } from './tasks/image-tasks.queue';
import { ImageTaskAdminService } from './tasks/image-task-admin.service';
import { ImageTasksController } from './tasks/image-tasks.controller';
import { ImageTasksService } from './tasks/image-tasks.service';
import { ImagesService } from './generations/images.service';

@Module({
  imports: [
    BillingModule,
    IdempotencyModule,
    KeysModule,
    MeteredCallsModule,
    SuppliersModule,
    queueModule(IMAGE_TASKS),
  ],
  controllers: [FilesController, ImageGenerationsController, ImageTasksController],
  providers: [
    ImageDrawingService,
    ImageFilesService,
    PollSlotsService,
    ImageTaskAdminService,
    ImageTasksService,
    ImagesService,
  ],
  exports: [ImageFilesService, PollSlotsService, ImageTaskAdminService],
})
export class ImagesModule {}
