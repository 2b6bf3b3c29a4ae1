import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { AssetsController } from './assets.controller';
import { AssetsService } from './assets.service';

@Module({ imports: [ProjectsModule], controllers: [AssetsController], providers: [AssetsService], exports: [AssetsService] })
export class AssetsModule {}
