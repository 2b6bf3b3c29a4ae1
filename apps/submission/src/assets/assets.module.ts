import { Module } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { CONFIG, type HttpConfig, type WorkerConfig } from '../config';
import { ProjectsModule } from '../projects';
import { LOGGER } from '../runtime.module';
import { uploadFolder } from '../uploads/multipart-form';
import { AssetsController } from './assets.controller';
import { AssetsService } from './assets.service';
import { ForeignImagesController } from './foreign-images.controller';
import { ForeignImagesService } from './foreign-images.service';
import { ImageCleaner } from './image-cleaner.service';
import { RenderRequests } from './render-requests';

const imageCleaner = {
  provide: ImageCleaner,
  useFactory: ({ DATA_DIR }: HttpConfig | WorkerConfig, logger: Logger) =>
    new ImageCleaner(uploadFolder(DATA_DIR), logger),
  inject: [CONFIG, LOGGER],
};

@Module({
  imports: [ProjectsModule],
  controllers: [AssetsController, ForeignImagesController],
  providers: [AssetsService, ForeignImagesService, imageCleaner, RenderRequests],
  exports: [AssetsService, ForeignImagesService, ImageCleaner, RenderRequests],
})
export class AssetsModule {}
