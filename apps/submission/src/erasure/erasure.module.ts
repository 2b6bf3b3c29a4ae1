import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module';
import { ProjectsModule } from '../projects/projects.module';
import { ErasureController } from './erasure.controller';

@Module({ imports: [ProjectsModule, AssetsModule], controllers: [ErasureController] })
export class ErasureModule {}
