import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { ReadmePreviewService } from './readme-preview.service';
import { ReadmeUploadService } from './readme-upload.service';
import { ReadmeRevisionsController } from './readme-revisions.controller';
import { ReadmeRevisionsService } from './readme-revisions.service';
import { ReadmeController } from './readme.controller';
import { ReadmeService } from './readme.service';

@Module({
  imports: [ProjectsModule, AssetsModule],
  controllers: [ReadmeController, ReadmeRevisionsController],
  providers: [ReadmeService, ReadmeUploadService, ReadmePreviewService, ReadmeRevisionsService],
  exports: [ReadmeService, ReadmeUploadService, ReadmeRevisionsService],
})
export class ReadmeModule {}
