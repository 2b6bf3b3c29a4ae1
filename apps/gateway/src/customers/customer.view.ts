import { Describe, Holds } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import { CUSTOMER_STATUSES, type Customer } from './customer.entity';

export class CustomerView {
  @Describe('The id of the customer.')
  @IsUUID()
  id: string;

  @Describe('The name of the customer.')
  @IsString()
  name: string;

  @Describe('IANA time zone of budgets.')
  @IsString()
  time_zone: string;

  @Describe('A suspended customer cannot use its keys.')
  @IsIn(CUSTOMER_STATUSES)
  status: Customer['status'];

  @Describe('CNY as a decimal string.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @Describe('How many image tasks may be unfinished at once.')
  @IsInt()
  max_open_tasks: number;

  @Describe('How many finished image tasks may wait to be retrieved.')
  @IsInt()
  max_unfetched_tasks: number;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class CustomerAnswer {
  @Describe('The customer.')
  @Holds(() => CustomerView)
  customer: CustomerView;
}

export class BalanceView {
  @Describe('The sum of the ledger.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @Describe('The balance without what is held.')
  @IsString()
  available_cny: string;
}

export function toCustomerView({
  id,
  name,
  timeZone,
  status,
  balanceNano,
  heldNano,
  maxOpenTasks,
  maxUnfetchedTasks,
  createdAt,
}: Customer): CustomerView {
  return {
    id,
    name,
    time_zone: timeZone,
    status,
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    max_open_tasks: maxOpenTasks,
    max_unfetched_tasks: maxUnfetchedTasks,
    created_at: createdAt.toISOString(),
  };
}

export function toBalanceView({ balanceNano, heldNano }: Customer): BalanceView {
  return {
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    available_cny: formatCny(balanceNano - heldNano),
  };
}
