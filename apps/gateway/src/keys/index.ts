export { assertModelAllowed, CalledBy, type Caller, EnterpriseKeyGuard, RequiredScope } from './enterprise-key.guard';
export { BUDGET_PERIODS, type BudgetPeriod } from './enterprise-key.entity';
export { KeyAnswer, KeyView, KeyWithSecret } from './key.view';
export { KeyAdminService } from './key-admin.service';
export { ChangeKeyDto, CreateKeyDto, RotateKeyDto } from './keys.dto';
export { keyErrors } from './keys.errors';
export { KeysModule } from './keys.module';
export type { KeyHolder } from './keys.service';
