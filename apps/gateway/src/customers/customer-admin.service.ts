import { Injectable } from '@nestjs/common';
import { envelopeErrors, NO_RECORDER, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { Customer, type KeyDefaults } from './customer.entity';
import { type CustomerView, toBalanceView, toCustomerView } from './customer.view';
import { ensureCustomer } from './customers.service';
import type { ChangeCustomerDto, CreateCustomerDto, CustomerLimitsDto, KeyDefaultsDto } from './customers.dto';
import { assertTimeZoneOfPostgres } from '../database/time-zone';
import { checkedCny, formatCny } from '../money';

export const noSuchCustomer = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no customer with this id. GET /admin/customers lists the customers.' });

/** Pays for what operators try out. Its terms and its money are those of any other customer. */
export const PLAYGROUND_CUSTOMER_ID = '00000000-0000-7000-8000-000000000001';

/** Billing counts what a customer has spent. */
export interface Spending {
  /** Counts the day and the month of the customer anew. */
  recount(manager: EntityManager, customerId: string): Promise<void>;
}

@Injectable()
export class CustomerAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
  ) {}

  /** `name`: a part of their names, in any case. */
  list({ name, ...page }: PageQuery & { name?: string }): Promise<Page<CustomerView>> {
    const customers = this.dataSource.manager.createQueryBuilder(Customer, 'customer');
    if (name !== undefined)
      customers.where('strpos(lower(customer.name), lower(:name)) > 0', { name: name.normalize('NFC') });
    return readPage(customers, page, NEWEST_FIRST, toCustomerView);
  }

  async find(customerId: string): Promise<CustomerView> {
    return toCustomerView(await this.get(customerId));
  }

  async balance(customerId: string) {
    return toBalanceView(await this.get(customerId));
  }

  /** Throws CONFLICT if a customer with this id is made already. */
  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    { name, time_zone, status, max_open_tasks, max_unfetched_tasks, key_defaults, ...terms }: CreateCustomerDto,
    id = uuidv7(),
  ): Promise<{ customer: CustomerView }> {
    if (time_zone !== undefined) await assertTimeZoneOfPostgres(this.dataSource, time_zone);
    return this.changes.make(actor, recorder, 'customer.create', async (manager) => {
      if (await manager.existsBy(Customer, { id })) throw changeErrors.CONFLICT();
      await manager.insert(Customer, {
        id,
        name,
        timeZone: time_zone,
        status,
        maxOpenTasks: max_open_tasks,
        maxUnfetchedTasks: max_unfetched_tasks,
        keyDefaults: mergedDefaults({}, key_defaults),
        ...termColumns(terms),
      });
      const view = toCustomerView(await manager.findOneByOrFail(Customer, { id }));
      return { subjectId: id, before: null, after: view, answer: { customer: view } };
    });
  }

  /** Makes the customer that pays for what operators try out, when it is first needed. */
  async ensurePlayground(actor: Actor): Promise<void> {
    const id = PLAYGROUND_CUSTOMER_ID;
    if (await this.dataSource.manager.existsBy(Customer, { id })) return;
    await this.changes.make(actor, NO_RECORDER, 'customer.create', async (manager) => {
      await ensureCustomer(manager, { id, name: 'Playground' });
      const view = toCustomerView(await manager.findOneByOrFail(Customer, { id }));
      return { subjectId: id, before: null, after: view, answer: {} };
    });
  }

  async change(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    { name, time_zone, status, max_open_tasks, max_unfetched_tasks, key_defaults, ...terms }: ChangeCustomerDto,
    spending: Spending,
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
        keyDefaults: mergedDefaults(before.keyDefaults, key_defaults),
      };
      assertCovered(before, terms.credit_line_cny);
      const isNewDay = changed.timeZone !== before.timeZone;
      await manager.update(Customer, { id }, { ...changed, ...termColumns(terms) });
      if (isNewDay || terms.limits) await spending.recount(manager, id);
      const view = toCustomerView(await manager.findOneByOrFail(Customer, { id }));
      return { subjectId: id, before: toCustomerView(before), after: view, answer: { customer: view } };
    });
  }

  private async get(customerId: string): Promise<Customer> {
    const customer = await this.dataSource.manager.findOneBy(Customer, { id: customerId });
    if (!customer) throw noSuchCustomer();
    return customer;
  }
}

type TermsInput = Pick<ChangeCustomerDto, 'limits' | 'credit_line_cny' | 'overdue_at' | 'alerts'>;

const NO_LIMITS: CustomerLimitsDto = {
  rpm: null,
  tpm: null,
  max_concurrency: null,
  spend_day_cny: null,
  spend_month_cny: null,
  models: null,
};

/** An absent one stays; null removes it. */
function mergedDefaults(before: KeyDefaults, changed: KeyDefaultsDto | null | undefined): KeyDefaults {
  if (changed === null) return {};
  const { models, rpm, tpm, max_concurrency, budget } = { ...before, ...definedOf(changed ?? {}) };
  return {
    ...(models && { models }),
    ...(typeof rpm === 'number' && { rpm }),
    ...(typeof tpm === 'number' && { tpm }),
    ...(typeof max_concurrency === 'number' && { max_concurrency }),
    ...(budget && { budget: { amount_cny: formatCny(checkedCny(budget.amount_cny)), period: budget.period } }),
  };
}

const definedOf = (changed: KeyDefaultsDto): KeyDefaultsDto =>
  Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));

/** An absent term stays undefined, so that it does not change. */
function termColumns({ limits, credit_line_cny, overdue_at, alerts = {} }: TermsInput) {
  const { rpm, tpm, max_concurrency, spend_day_cny, spend_month_cny, models } =
    limits === null ? NO_LIMITS : (limits ?? {});
  return {
    limitRpm: rpm,
    limitTpm: tpm,
    limitMaxConcurrency: max_concurrency,
    limitModels: models,
    spendDayNano: toNano(spend_day_cny),
    spendMonthNano: toNano(spend_month_cny),
    creditLineNano: credit_line_cny === undefined ? undefined : checkedCny(credit_line_cny),
    alertBalanceBelowNano: toNano(alerts.balance_below_cny),
    alertDaysLeft: alerts.days_left,
    alertKeyExpiresDays: alerts.key_expires_days,
    alertMailTo: alerts.mail_to,
    alertMailEvents: alerts.mail_events,
    alertLanguage: alerts.language,
    overdueAt: typeof overdue_at === 'string' ? new Date(overdue_at) : overdue_at,
  };
}

const toNano = (amount: string | null | undefined) => (typeof amount === 'string' ? checkedCny(amount) : amount);

/** The constraint `customers_never_overdrawn` refuses it too. */
function assertCovered({ balanceNano, heldNano }: Customer, creditLineCny: string | undefined): void {
  if (creditLineCny === undefined) return;
  const leastNano = heldNano - balanceNano;
  if (checkedCny(creditLineCny) < leastNano)
    throw changeErrors.CONFLICT({
      message: `The customer owes or holds more than that: the credit line must be at least ${formatCny(leastNano)} CNY now.`,
    });
}
