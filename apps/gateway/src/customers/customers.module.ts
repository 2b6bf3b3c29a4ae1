import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { CustomerAdminService } from './customer-admin.service';
import { CustomersService } from './customers.service';

@Module({
  imports: [ChangesModule],
  providers: [CustomerAdminService, CustomersService],
  exports: [CustomerAdminService, CustomersService],
})
export class CustomersModule {}
