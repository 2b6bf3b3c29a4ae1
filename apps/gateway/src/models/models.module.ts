import { Module } from '@nestjs/common';
import { SuppliersModule } from '../suppliers/suppliers.module';
import { CatalogService } from './catalog.service';
import { ModelsController } from './models.controller';

@Module({ imports: [SuppliersModule], controllers: [ModelsController], providers: [CatalogService], exports: [CatalogService] })
export class ModelsModule {}
