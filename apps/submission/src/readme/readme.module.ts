import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { ReadmePreviewService } from './readme-preview.service';
import { ReadmeUploadService } from './readme-upload.service';
import { ReadmeController } from './readme.controller';
import { ReadmeService } from './readme.service';

@Module({
  imports: [ProjectsModule, AssetsModule],
  controllers: [ReadmeController],
  providers: [ReadmeService, ReadmeUploadService, ReadmePreviewService],
  exports: [ReadmeService, ReadmeUploadService],
})
export class ReadmeModule {}
