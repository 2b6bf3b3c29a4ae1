export { CustomerAdminService, noSuchCustomer, type Spending } from './customer-admin.service';
export { Customer } from './customer.entity';
export { BalanceView, CustomerAnswer, CustomerView } from './customer.view';
export { ChangeCustomerDto, CreateCustomerDto } from './customers.dto';
export { customerErrors } from './customers.errors';
export { CustomersModule } from './customers.module';
export { assertNotSuspended, CustomersService } from './customers.service';
