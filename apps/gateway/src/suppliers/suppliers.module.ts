import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { MOST_IMAGE_BYTES, ImageMemory } from './image-memory';
import { SupplierRecordsService } from './supplier-records.service';
import { SuppliersService } from './suppliers.service';

@Module({
  imports: [ChangesModule],
  providers: [
    SupplierRecordsService,
    SuppliersService,
    { provide: ImageMemory, useFactory: () => new ImageMemory(MOST_IMAGE_BYTES) },
  ],
  exports: [ImageMemory, SupplierRecordsService, SuppliersService],
})
export class SuppliersModule {}
