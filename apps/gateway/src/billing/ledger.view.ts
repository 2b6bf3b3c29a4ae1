import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';
import { MISMATCH_KINDS, type MismatchKind } from './ledger-checks';
import { LOSS_REASONS, type LossReason } from './loss-reason';

export class LedgerLineView {
  @Describe('What was counted.')
  @IsString()
  unit_type: string;

  @Describe('The number of units.')
  @IsNumber()
  units: number;

  @Describe('CNY for one unit, a decimal string.')
  @IsString()
  unit_price_cny: string;

  @Describe('CNY for all units, a decimal string.')
  @IsString()
  amount_cny: string;

  @Describe('The name of the price list that the price is of, as it was then.')
  @IsString()
  price_list: string;

  @Describe('The price was that of requests with more tokens of input than this. Absent: the price has no such bound.')
  @MayBeAbsent()
  @IsInt()
  above_input_tokens?: number;

  @Describe('The price was that of images of this size. Absent: of any.')
  @MayBeAbsent()
  @IsString()
  size?: string;

  @Describe('The price was that of images of this quality. Absent: of any.')
  @MayBeAbsent()
  @IsString()
  quality?: string;

  @Describe('The price was that of searches of this depth. Absent: of any.')
  @MayBeAbsent()
  @IsString()
  depth?: string;
}

export class LedgerEntryView {
  @Describe('The id of the row.')
  @IsUUID()
  id: string;

  @Describe('With microseconds.')
  @IsDateString()
  created_at: string;

  @Describe('The request that the row belongs to.')
  @IsString()
  request_id: string;

  @Describe('The image task that the row belongs to. Null if it belongs to none.')
  @OrNull()
  @IsString()
  task_id: string | null;

  @Describe('The customer whose money it is.')
  @IsUUID()
  customer_id: string;

  @Describe('The key that made the request. Null if none did.')
  @OrNull()
  @IsUUID()
  key_id: string | null;

  @Describe('The model that was used. Null if none was.')
  @OrNull()
  @IsString()
  model: string | null;

  @Describe('The account on which the row is booked.')
  @IsIn(['customer', 'revenue', 'funding'])
  account: 'customer' | 'revenue' | 'funding';

  @Describe('Why money moved.')
  @IsIn(['charge', 'credit', 'adjustment', 'loss'])
  kind: 'charge' | 'credit' | 'adjustment' | 'loss';

  @Describe('With its sign. The rows of one request add up to 0.')
  @IsString()
  amount_cny: string;

  @Describe('What the amount is made of.')
  @ListOf(() => LedgerLineView)
  lines: LedgerLineView[];

  @Describe('The route that served the request. Null if none did.')
  @OrNull()
  @IsUUID()
  route_id: string | null;

  @Describe('What the supplier billed us: CNY as a decimal string. Null if it is not known.')
  @OrNull()
  @IsString()
  supplier_cost_cny: string | null;
}

export class RefundedView {
  @Describe('The new row of the ledger: a credit of the request.')
  @Holds(() => LedgerEntryView)
  entry: LedgerEntryView;
}

export class CreditedView {
  @Describe('The new row of the ledger.')
  @Holds(() => LedgerEntryView)
  entry: LedgerEntryView;

  @Describe('The balance of the customer after it: CNY as a decimal string.')
  @IsString()
  balance_cny: string;
}

export class LossesView {
  @Describe('In the time zone of the customer.')
  @MayBeAbsent()
  @IsString()
  day?: string;

  @Describe('The customer, if the figures are grouped by it.')
  @MayBeAbsent()
  @IsUUID()
  customer_id?: string;

  @Describe('The key, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  key_id?: string | null;

  @Describe('The model, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  model?: string | null;

  @Describe('The route, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  route_id?: string | null;

  @Describe('Why nobody paid, if the figures are grouped by it.')
  @MayBeAbsent()
  @IsIn(LOSS_REASONS)
  reason?: LossReason;

  @Describe('The number of requests that nobody paid for.')
  @IsInt()
  requests: number;

  @Describe('What customers were not charged for them: CNY as a decimal string.')
  @IsString()
  loss_cny: string;

  @Describe('What suppliers billed, as far as known, for requests that nobody paid for.')
  @IsString()
  supplier_cost_cny: string;
}

export class OpenHoldsView {
  @Describe('The number of open holds.')
  @IsInt()
  count: number;

  @Describe('The age of the oldest one.')
  @IsNumber()
  oldest_seconds: number;
}

export class MismatchView {
  @Describe('Which two figures differ.')
  @IsIn(MISMATCH_KINDS)
  kind: MismatchKind;

  @Describe('The id of the record that has the wrong figure.')
  @IsString()
  id: string;

  @Describe('The figure as it is stored: CNY as a decimal string.')
  @IsString()
  recorded_cny: string;

  @Describe('The figure as it should be: CNY as a decimal string.')
  @IsString()
  recomputed_cny: string;
}

export class ReconciliationView {
  @Describe('When the figures were read.')
  @IsDateString()
  checked_at: string;

  @Describe('The number of customers that were checked.')
  @IsInt()
  customers: number;

  @Describe('All differences together: CNY as a decimal string.')
  @IsString()
  drift_cny: string;

  @Describe('What running requests and tasks hold.')
  @Holds(() => OpenHoldsView)
  open_holds: OpenHoldsView;

  @Describe('The differences that were found.')
  @ListOf(() => MismatchView)
  mismatches: MismatchView[];
}
