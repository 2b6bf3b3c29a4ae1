export { billingErrors, holdGone, insufficientQuota, spendLimitReached } from './billing.errors';
export { BillingModule } from './billing.module';
export {
  BillingService,
  type Charge,
  type ChargeLine,
  type HighestCost,
  type Hold,
  knownCost,
  lineCostNano,
  supplierCost,
  totalCostNano,
  type Units,
} from './billing.service';
export { budgetWindow } from './budget-window';
export { BudgetWindowsService } from './budget-windows.service';
export { CreditDto, RefundDto } from './credits.dto';
export { CreditsService } from './credits.service';
export { CustomerTermsService } from './customer-terms.service';
export { REFUND_UNIT } from './ledger-lines';
export { LedgerLinesWrong, type LedgerSum, LedgerSumsService } from './ledger-sums.service';
export { type LedgerFilter, LedgerService } from './ledger.service';
export { CreditedView, LedgerEntryView, LossesView, ReconciliationView, RefundedView } from './ledger.view';
export { LOSS_GROUPS, LossesService, type LossGroup } from './losses.service';
export { ReconciliationService } from './reconciliation.service';
export { RefundsService } from './refunds.service';
export { type ChargedClass, type NewPrice, RepricingService } from './repricing.service';
export { SpendingService } from './spending.service';
export { type AttemptBill, type EndedAttempt, SupplierAttempts } from './supplier-attempts';
export { TaskHoldsService, type UnchargedHold } from './task-holds.service';
