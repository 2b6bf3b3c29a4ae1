import { Module } from '@nestjs/common';
import { LogsModule } from '../logs';
import { ReadmeModule } from '../readme';
import { documentSweeper, Rerenderer } from './rerenderer';

@Module({
  imports: [LogsModule, ReadmeModule],
  providers: [documentSweeper, Rerenderer],
})
export class RerenderingWorkerModule {}
