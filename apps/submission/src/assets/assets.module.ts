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
import { ProjectAssetsController } from './project-assets.controller';
import { ProjectAssetsService } from './project-assets.service';
import { RenderRequests } from './render-requests';
import { ServedAssetsService } from './served-assets.service';
import { PageImagesService } from './variants/page-images.service';

const imageCleaner = {
  provide: ImageCleaner,
  useFactory: ({ DATA_DIR }: HttpConfig | WorkerConfig, logger: Logger) =>
    new ImageCleaner(uploadFolder(DATA_DIR), logger),
  inject: [CONFIG, LOGGER],
};

@Module({
  imports: [ProjectsModule],
  controllers: [AssetsController, ForeignImagesController, ProjectAssetsController],
  providers: [
    AssetsService,
    ForeignImagesService,
    imageCleaner,
    PageImagesService,
    ProjectAssetsService,
    RenderRequests,
    ServedAssetsService,
  ],
  exports: [
    AssetsService,
    ForeignImagesService,
    ImageCleaner,
    PageImagesService,
    ProjectAssetsService,
    RenderRequests,
    ServedAssetsService,
  ],
})
export class AssetsModule {}
