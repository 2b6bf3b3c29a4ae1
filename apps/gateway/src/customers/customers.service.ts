import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Customer } from './customer.entity';
import { customerErrors } from './customers.errors';

@Injectable()
export class CustomersService {
  constructor(private readonly dataSource: DataSource) {}

  /** The customer must exist, because a key names it. */
  get(customerId: string): Promise<Customer> {
    return this.dataSource.manager.findOneByOrFail(Customer, { id: customerId });
  }

  findAll(customerIds: string[]): Promise<Customer[]> {
    return this.dataSource.manager.findBy(Customer, { id: In(customerIds) });
  }
}

/** A customer that is overdue counts as suspended from that moment on. */
export function assertNotSuspended({ status, overdueAt }: Pick<Customer, 'status' | 'overdueAt'>): void {
  const isOverdue = overdueAt !== null && overdueAt.getTime() <= Date.now();
  if (status === 'suspended' || isOverdue) throw customerErrors.customer_suspended();
}

export async function ensureCustomer(manager: EntityManager, customer: Pick<Customer, 'id' | 'name'>): Promise<void> {
  await manager.createQueryBuilder().insert().into(Customer).values(customer).orIgnore().execute();
}
