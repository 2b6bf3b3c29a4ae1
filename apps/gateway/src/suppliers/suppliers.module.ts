import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { SupplierRecordsService } from './supplier-records.service';
import { SuppliersService } from './suppliers.service';

@Module({ imports: [ChangesModule], providers: [SupplierRecordsService, SuppliersService], exports: [SupplierRecordsService, SuppliersService] })
export class SuppliersModule {}
