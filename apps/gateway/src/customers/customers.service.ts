import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from './customer.entity';
import { customerErrors } from './customers.errors';

@Injectable()
export class CustomersService {
  constructor(private readonly dataSource: DataSource) {}

  /** The customer must exist, because a key names it. */
  get(customerId: string): Promise<Customer> {
    return this.dataSource.manager.findOneByOrFail(Customer, { id: customerId });
  }
}

export function assertNotSuspended(customer: Pick<Customer, 'status'>): void {
  if (customer.status === 'suspended') throw customerErrors.customer_suspended();
}

/** Locks the customer, so that parallel submissions see each other's tasks. */
export function lockTaskLimits(
  manager: EntityManager,
  customerId: string,
): Promise<Pick<Customer, 'maxOpenTasks' | 'maxUnfetchedTasks'>> {
  return manager.findOneOrFail(Customer, {
    select: { maxOpenTasks: true, maxUnfetchedTasks: true },
    where: { id: customerId },
    lock: { mode: 'for_no_key_update' },
  });
}

export async function ensureCustomer(manager: EntityManager, customer: Pick<Customer, 'id' | 'name'>): Promise<void> {
  await manager.createQueryBuilder().insert().into(Customer).values(customer).orIgnore().execute();
}
