import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects';
import { AssetsModule } from '../assets.module';
import { ImageUploadsController } from './image-uploads.controller';
import { ImageUploadsService } from './image-uploads.service';

/** For the HTTP process: its guard needs the rates, which no worker has. */
@Module({
  imports: [AssetsModule, ProjectsModule],
  controllers: [ImageUploadsController],
  providers: [ImageUploadsService],
})
export class ImageUploadsModule {}
