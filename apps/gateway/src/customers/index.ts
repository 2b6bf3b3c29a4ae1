export { CustomerAdminService, noSuchCustomer } from './customer-admin.service';
export { Customer } from './customer.entity';
export { ChangeCustomerDto, CreateCustomerDto } from './customers.dto';
export { CustomersModule } from './customers.module';
export { assertNotSuspended, CustomersService, lockTaskLimits } from './customers.service';
