import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { SuppliersModule } from '../suppliers';
import { CatalogService } from './catalog.service';
import { ModelAdminService } from './model-admin.service';
import { ModelsController } from './models.controller';
import { PriceAdminService } from './price-admin.service';
import { RouteAdminService } from './route-admin.service';

@Module({
  imports: [ChangesModule, SuppliersModule],
  controllers: [ModelsController],
  providers: [CatalogService, ModelAdminService, PriceAdminService, RouteAdminService],
  exports: [CatalogService, ModelAdminService, PriceAdminService, RouteAdminService],
})
export class ModelsModule {}
