import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { LogsModule } from '../logs';
import { ProjectsModule } from '../projects';
import { ReadmeModule } from '../readme';
import { SyncController } from './sync.controller';
import { SyncService } from './sync.service';

@Module({
  imports: [ProjectsModule, AssetsModule, ReadmeModule, LogsModule],
  controllers: [SyncController],
  providers: [SyncService],
  exports: [SyncService],
})
export class SyncModule {}
