import { formatCny } from '../money';
import type { Customer } from './customer.entity';

/** A customer, for operators. */
export interface CustomerView {
  id: string;
  name: string;
  time_zone: string;
  status: Customer['status'];
  balance_cny: string;
  held_cny: string;
  created_at: string;
}

export function toCustomerView({ id, name, timeZone, status, balanceNano, heldNano, createdAt }: Customer): CustomerView {
  return {
    id,
    name,
    time_zone: timeZone,
    status,
    balance_cny: formatCny(balanceNano),
    held_cny: formatCny(heldNano),
    created_at: createdAt.toISOString(),
  };
}

export function toBalanceView({ balanceNano, heldNano }: Customer) {
  return { balance_cny: formatCny(balanceNano), held_cny: formatCny(heldNano), available_cny: formatCny(balanceNano - heldNano) };
}
