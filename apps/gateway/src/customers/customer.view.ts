import { formatCny } from '../money';
import type { Customer } from './customer.entity';

/** A customer for operators. */
export interface CustomerView {
  id: string;
  name: string;
  time_zone: string;
  status: Customer['status'];
  balance_cny: string;
  held_cny: string;
  /** The maximum number of unfinished image tasks. */
  max_open_tasks: number;
  /** The maximum number of succeeded image tasks that were not retrieved. */
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
