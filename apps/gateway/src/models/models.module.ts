import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { CustomersModule } from '../customers';
import { KeysModule } from '../keys';
import { SuppliersModule } from '../suppliers';
import { CatalogCodeService } from './as-code/catalog-code.service';
import { CatalogService } from './catalog.service';
import { ModelAdminService } from './model-admin.service';
import { ModelsController } from './models.controller';
import { PriceAdminService } from './price-admin.service';
import { PriceImportService } from './price-import.service';
import { PriceListAdminService } from './price-list-admin.service';
import { RouteAdminService } from './route-admin.service';

@Module({
  imports: [ChangesModule, CustomersModule, KeysModule, SuppliersModule],
  controllers: [ModelsController],
  providers: [
    CatalogCodeService,
    CatalogService,
    ModelAdminService,
    PriceAdminService,
    PriceImportService,
    PriceListAdminService,
    RouteAdminService,
  ],
  exports: [
    CatalogCodeService,
    CatalogService,
    ModelAdminService,
    PriceAdminService,
    PriceImportService,
    PriceListAdminService,
    RouteAdminService,
  ],
})
export class ModelsModule {}
