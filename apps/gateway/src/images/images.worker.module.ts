import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { CustomersModule } from '../customers';
import { ModelsModule } from '../models';
import { ProcessesModule } from '../processes';
import { RoutingModule } from '../routing';
import { SuppliersModule } from '../suppliers';
import { ImagesModule } from './images.module';
import { imageOrphansSweeper } from './files/image-orphans.sweeper';
import { ImageBuyingService } from './tasks/image-buying.service';
import { ImageCollectingService } from './tasks/image-collecting.service';
import { imageHistorySweeper } from './tasks/image-history.sweeper';
import { ImageKeepingService } from './tasks/image-keeping.service';
import { ImagePurchasesService } from './tasks/image-purchases.service';
import { ImageTaskSteps } from './tasks/image-task-steps';
import { ImageTaskUpkeep, imageTasksSweeper } from './tasks/image-tasks.sweeper';
import { ImageTasksWorker } from './tasks/image-tasks.worker';

@Module({
  imports: [
    BillingModule,
    CustomersModule,
    ModelsModule,
    ProcessesModule,
    RoutingModule,
    SuppliersModule,
    ImagesModule,
  ],
  providers: [
    imageOrphansSweeper,
    ImageBuyingService,
    ImageCollectingService,
    imageHistorySweeper,
    ImageKeepingService,
    ImagePurchasesService,
    ImageTaskSteps,
    ImageTaskUpkeep,
    imageTasksSweeper,
    ImageTasksWorker,
  ],
})
export class ImagesWorkerModule {}
