import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { KeysModule } from '../keys/keys.module';
import { ModelsModule } from '../models/models.module';
import { RoutingModule } from '../routing/routing.module';
import { RequestsModule } from '../requests/requests.module';
import { SuppliersModule } from '../suppliers/suppliers.module';
import { FilesController } from './files.controller';
import { ImageDrawingService } from './image-drawing.service';
import { ImageFilesService } from './image-files.service';
import { ImageOrdersService } from './image-orders.service';
import { PollSlotsService } from './poll-slots.service';
import { ImageTaskAdminService } from './image-task-admin.service';
import { ImageTasksService } from './image-tasks.service';
import { ImagesController } from './images.controller';
import { ImagesService } from './images.service';

@Module({
  imports: [BillingModule, IdempotencyModule, KeysModule, ModelsModule, RequestsModule, RoutingModule, SuppliersModule],
  controllers: [FilesController, ImagesController],
  providers: [ImageDrawingService, ImageFilesService, ImageOrdersService, PollSlotsService, ImageTaskAdminService, ImageTasksService, ImagesService],
  exports: [ImageFilesService, PollSlotsService, ImageTaskAdminService],
})
export class ImagesModule {}
