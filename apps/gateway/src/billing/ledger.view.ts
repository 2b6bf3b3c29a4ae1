import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';
import { MISMATCH_KINDS, type MismatchKind } from './ledger-checks';
import { LOSS_REASONS, type LossReason } from './loss-reason';

export class LedgerLineView {
  @IsString()
  unit_type: string;

  @IsNumber()
  units: number;

  @IsString()
  unit_price_cny: string;

  @IsString()
  amount_cny: string;
}

export class LedgerEntryView {
  @IsUUID()
  id: string;

  @Describe('With microseconds.')
  @IsDateString()
  created_at: string;

  @IsString()
  request_id: string;

  @OrNull()
  @IsString()
  task_id: string | null;

  @IsUUID()
  customer_id: string;

  @OrNull()
  @IsUUID()
  key_id: string | null;

  @OrNull()
  @IsString()
  model: string | null;

  @IsIn(['customer', 'revenue', 'funding'])
  account: 'customer' | 'revenue' | 'funding';

  @IsIn(['charge', 'credit', 'adjustment', 'loss'])
  kind: 'charge' | 'credit' | 'adjustment' | 'loss';

  @Describe('With its sign. The rows of one request add up to 0.')
  @IsString()
  amount_cny: string;

  @ListOf(() => LedgerLineView)
  lines: LedgerLineView[];

  @OrNull()
  @IsUUID()
  route_id: string | null;

  @OrNull()
  @IsString()
  supplier_cost_cny: string | null;
}

export class CreditedView {
  @Holds(() => LedgerEntryView)
  entry: LedgerEntryView;

  @IsString()
  balance_cny: string;
}

export class LossesView {
  @Describe('In the time zone of the customer.')
  @MayBeAbsent()
  @IsString()
  day?: string;

  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  key_id?: string | null;

  @MayBeAbsent()
  @OrNull()
  @IsString()
  model?: string | null;

  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  route_id?: string | null;

  @MayBeAbsent()
  @IsIn(LOSS_REASONS)
  reason?: LossReason;

  @IsInt()
  requests: number;

  @IsString()
  loss_cny: string;

  @Describe('What suppliers billed, as far as known, for requests that nobody paid for.')
  @IsString()
  supplier_cost_cny: string;
}

export class OpenHoldsView {
  @IsInt()
  count: number;

  @IsNumber()
  oldest_seconds: number;
}

export class MismatchView {
  @IsIn(MISMATCH_KINDS)
  kind: MismatchKind;

  @IsString()
  id: string;

  @IsString()
  recorded_cny: string;

  @IsString()
  recomputed_cny: string;
}

export class ReconciliationView {
  @IsDateString()
  checked_at: string;

  @IsInt()
  customers: number;

  @IsString()
  drift_cny: string;

  @Holds(() => OpenHoldsView)
  open_holds: OpenHoldsView;

  @ListOf(() => MismatchView)
  mismatches: MismatchView[];
}
