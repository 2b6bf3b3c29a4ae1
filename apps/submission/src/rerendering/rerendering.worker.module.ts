import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { LogsModule } from '../logs';
import { ReadmeModule } from '../readme';
import { documentSweeper, Rerenderer } from './rerenderer';

@Module({
  imports: [AssetsModule, LogsModule, ReadmeModule],
  providers: [documentSweeper, Rerenderer],
})
export class RerenderingWorkerModule {}
