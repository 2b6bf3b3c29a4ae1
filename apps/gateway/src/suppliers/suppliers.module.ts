import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { MOST_IMAGE_BYTES, ImageMemory } from './image-memory';
import { SupplierAdminService } from './supplier-admin.service';
import { SuppliersService } from './suppliers.service';

@Module({
  imports: [ChangesModule],
  providers: [
    SupplierAdminService,
    SuppliersService,
    { provide: ImageMemory, useFactory: () => new ImageMemory(MOST_IMAGE_BYTES) },
  ],
  exports: [ImageMemory, SupplierAdminService, SuppliersService],
})
export class SuppliersModule {}
