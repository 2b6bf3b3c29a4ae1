import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { MOST_PICTURE_BYTES, PictureMemory } from './picture-memory';
import { SupplierRecordsService } from './supplier-records.service';
import { SuppliersService } from './suppliers.service';

@Module({
  imports: [ChangesModule],
  providers: [
    SupplierRecordsService,
    SuppliersService,
    { provide: PictureMemory, useFactory: () => new PictureMemory(MOST_PICTURE_BYTES) },
  ],
  exports: [PictureMemory, SupplierRecordsService, SuppliersService],
})
export class SuppliersModule {}
