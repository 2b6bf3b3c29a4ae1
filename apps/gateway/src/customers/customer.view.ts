import { formatCny } from '../money';
import type { Customer } from './customer.entity';

export interface CustomerView {
  id: string;
  name: string;
  time_zone: string;
  status: Customer['status'];
  balance_cny: string;
  held_cny: string;
  max_open_tasks: number;
  max_unfetched_tasks: number;
  created_at: string;
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

export function toBalanceView({ balanceNano, heldNano }: Customer) {
  return {
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    available_cny: formatCny(balanceNano - heldNano),
  };
}
