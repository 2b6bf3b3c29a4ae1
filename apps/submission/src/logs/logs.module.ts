import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { LogsController } from './logs.controller';
import { LogsService } from './logs.service';

@Module({
  imports: [ProjectsModule, AssetsModule],
  controllers: [LogsController],
  providers: [LogsService],
  exports: [LogsService],
})
export class LogsModule {}
