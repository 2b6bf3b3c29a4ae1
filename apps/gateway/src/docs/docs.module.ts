import { Module } from '@nestjs/common';
import { ModelsModule } from '../models';
import { DocsController } from './docs.controller';

@Module({ imports: [ModelsModule], controllers: [DocsController] })
export class DocsModule {}
