import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { Customer } from './customer.entity';
import { type CustomerView, toBalanceView, toCustomerView } from './customer.view';
import type { ChangeCustomerDto, CreateCustomerDto } from './customers.dto';
import { assertTimeZoneOfPostgres } from '../database/time-zone';

export const noSuchCustomer = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no customer with this id. GET /admin/customers lists the customers.' });

@Injectable()
export class CustomerAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  list(page: PageQuery): Promise<Page<CustomerView>> {
    return readPage(
      this.dataSource.manager.createQueryBuilder(Customer, 'customer'),
      page,
      NEWEST_FIRST,
      toCustomerView,
    );
  }

  async find(customerId: string): Promise<CustomerView> {
    return toCustomerView(await this.get(customerId));
  }

  async balance(customerId: string) {
    return toBalanceView(await this.get(customerId));
  }

  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    { name, time_zone, status, max_open_tasks, max_unfetched_tasks }: CreateCustomerDto,
  ): Promise<{ customer: CustomerView }> {
    if (time_zone !== undefined) await assertTimeZoneOfPostgres(this.dataSource, time_zone);
    const id = uuidv7();
    return this.changes.make(actor, recorder, 'customer.create', async (manager) => {
      await manager.insert(Customer, {
        id,
        name,
        timeZone: time_zone,
        status,
        maxOpenTasks: max_open_tasks,
        maxUnfetchedTasks: max_unfetched_tasks,
      });
      const view = toCustomerView(await manager.findOneByOrFail(Customer, { id }));
      return { subjectId: id, before: null, after: view, answer: { customer: view } };
    });
  }

  async change(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    { name, time_zone, status, max_open_tasks, max_unfetched_tasks }: ChangeCustomerDto,
  ): Promise<{ customer: CustomerView }> {
    if (time_zone !== undefined) await assertTimeZoneOfPostgres(this.dataSource, time_zone);
    return this.changes.make(actor, recorder, 'customer.update', async (manager) => {
      const before = await manager.findOne(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!before) throw noSuchCustomer();
      const changed = {
        name: name ?? before.name,
        timeZone: time_zone ?? before.timeZone,
        status: status ?? before.status,
        maxOpenTasks: max_open_tasks ?? before.maxOpenTasks,
        maxUnfetchedTasks: max_unfetched_tasks ?? before.maxUnfetchedTasks,
      };
      await manager.update(Customer, { id }, changed);
      const view = toCustomerView({ ...before, ...changed });
      return { subjectId: id, before: toCustomerView(before), after: view, answer: { customer: view } };
    });
  }

  private async get(customerId: string): Promise<Customer> {
    const customer = await this.dataSource.manager.findOneBy(Customer, { id: customerId });
    if (!customer) throw noSuchCustomer();
    return customer;
  }
}
