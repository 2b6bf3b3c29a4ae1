import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { LogUploadService } from './log-upload.service';
import { LogsController } from './logs.controller';
import { LogsService } from './logs.service';

@Module({
  imports: [ProjectsModule, AssetsModule],
  controllers: [LogsController],
  providers: [LogsService, LogUploadService],
  exports: [LogsService, LogUploadService],
})
export class LogsModule {}
