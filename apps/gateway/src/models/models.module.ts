import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { SuppliersModule } from '../suppliers/suppliers.module';
import { CatalogService } from './catalog.service';
import { ModelRecordsService } from './model-records.service';
import { ModelsController } from './models.controller';
import { PriceRecordsService } from './price-records.service';
import { RouteRecordsService } from './route-records.service';

@Module({
  imports: [ChangesModule, SuppliersModule],
  controllers: [ModelsController],
  providers: [CatalogService, ModelRecordsService, PriceRecordsService, RouteRecordsService],
  exports: [CatalogService, ModelRecordsService, PriceRecordsService, RouteRecordsService],
})
export class ModelsModule {}
