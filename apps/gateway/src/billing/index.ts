export { holdGone } from './billing.errors';
export { BillingModule } from './billing.module';
export {
  BillingService,
  type Charge,
  type ChargeLine,
  type HighestCost,
  type Hold,
  knownCost,
  lineCostNano,
  type Loss,
  supplierCost,
  totalCostNano,
} from './billing.service';
export { BudgetWindowsService } from './budget-windows.service';
export { CreditDto } from './credits.dto';
export { CreditsService } from './credits.service';
export { type LedgerEntryView, type LedgerFilter, LedgerService } from './ledger.service';
export { LOSS_GROUPS, LossesService, type LossGroup } from './losses.service';
export { ReconciliationService } from './reconciliation.service';
export { TaskHoldsService, type UnchargedHold } from './task-holds.service';
