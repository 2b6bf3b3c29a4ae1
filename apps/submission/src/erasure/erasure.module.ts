import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ProjectsModule } from '../projects';
import { ErasureController } from './erasure.controller';

@Module({ imports: [ProjectsModule, AssetsModule], controllers: [ErasureController] })
export class ErasureModule {}
