import { Describe, Holds } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import type { Customer } from './customer.entity';

export class CustomerView {
  @IsUUID()
  id: string;

  @IsString()
  name: string;

  @Describe('IANA time zone of budgets.')
  @IsString()
  time_zone: string;

  @IsIn(['active', 'suspended'])
  status: Customer['status'];

  @Describe('CNY as a decimal string.')
  @IsString()
  balance_cny: string;

  @Describe('What running requests and tasks hold.')
  @IsString()
  held_cny: string;

  @IsInt()
  max_open_tasks: number;

  @IsInt()
  max_unfetched_tasks: number;

  @IsDateString()
  created_at: string;
}

export class CustomerAnswer {
  @Holds(() => CustomerView)
  customer: CustomerView;
}

export class BalanceView {
  @Describe('The sum of the ledger.')
  @IsString()
  balance_cny: string;

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
