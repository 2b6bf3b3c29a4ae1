import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { CustomerRecordsService } from './customer-records.service';
import { CustomersService } from './customers.service';

@Module({
  imports: [ChangesModule],
  providers: [CustomerRecordsService, CustomersService],
  exports: [CustomerRecordsService, CustomersService],
})
export class CustomersModule {}
