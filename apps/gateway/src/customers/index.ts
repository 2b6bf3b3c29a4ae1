export { CustomerAdminService, noSuchCustomer, PLAYGROUND_CUSTOMER_ID, type Spending } from './customer-admin.service';
export { BUDGET_PERIODS, type BudgetPeriod, Customer, type KeyDefaults } from './customer.entity';
export { BalanceView, CustomerAnswer, CustomerView } from './customer.view';
export { ChangeCustomerDto, CreateCustomerDto } from './customers.dto';
export { customerErrors } from './customers.errors';
export { CustomersModule } from './customers.module';
export { assertNotSuspended, CustomersService } from './customers.service';
export { BudgetDto, COUNT, LIST_MAX, listOf, listProblem, MODELS_SCHEMA, modelsProblem, RatesDto } from './terms.dto';
export { BudgetView, RatesView } from './terms.view';
