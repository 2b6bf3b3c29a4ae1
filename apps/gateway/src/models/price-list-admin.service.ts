import { Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { CustomerAdminService } from '../customers';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { type CustomerPriceListView, type PriceListView, toCustomerPriceListView, toPriceListView } from './price.view';
import { BASE_LIST, CustomerPriceList, PriceList } from './price-list.entity';
import type { ChangePriceListDto, CreatePriceListDto, PutPriceListDto } from './price-lists.dto';
import { startOf } from './price-start';

export const noSuchPriceList = () =>
  envelopeErrors.NOT_FOUND({
    message: 'There is no price list with this id. GET /admin/price-lists lists the price lists.',
  });

const NEUTRAL_E5 = 100_000;
/** Requests resolve the whole chain, so it must stay short. */
const MOST_ANCESTORS = 10;

@Injectable()
export class PriceListAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly customers: CustomerAdminService,
  ) {}

  list(page: PageQuery): Promise<Page<PriceListView>> {
    return readPage(this.dataSource.manager.createQueryBuilder(PriceList, 'list'), page, NEWEST_FIRST, toPriceListView);
  }

  async find(listId: string): Promise<PriceListView> {
    return toPriceListView(await findList(this.dataSource.manager, listId));
  }

  /** Throws CONFLICT if another list has the name. */
  create(
    actor: Actor,
    recorder: ResponseRecorder,
    { name, inherits, multiplier }: CreatePriceListDto,
  ): Promise<{ price_list: PriceListView }> {
    const id = uuidv7();
    return uniquelyNamed(() =>
      this.changes.make(actor, recorder, 'price_list.create', async (manager) => {
        await lockLists(manager);
        const inheritsId = inherits ?? BASE_LIST.id;
        await assertMayInherit(manager, id, inheritsId);
        const multiplierE5 = multiplier === undefined ? NEUTRAL_E5 : toE5(multiplier);
        await manager.insert(PriceList, { id, name, inheritsId, multiplierE5 });
        const view = toPriceListView(await findList(manager, id));
        return { subjectId: id, before: null, after: view, answer: { price_list: view } };
      }),
    );
  }

  /**
   * The list of all customers with this discount on the base list. It is made where there is none. Throws CONFLICT if a
   * list of this name has other prices.
   */
  async discounted(
    actor: Actor,
    recorder: ResponseRecorder,
    percent: string,
    multiplier: string,
  ): Promise<{ price_list: PriceListView }> {
    const name = `${BASE_LIST.name} −${percent} %`;
    const known = await this.dataSource.manager.findOneBy(PriceList, {
      name,
      inheritsId: BASE_LIST.id,
      multiplierE5: toE5(multiplier),
    });
    if (known) return { price_list: toPriceListView(known) };
    return this.create(actor, recorder, { name, multiplier });
  }

  /** Throws CONFLICT for the base list, and if another list has the name. */
  change(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    { name, inherits, multiplier }: ChangePriceListDto,
  ): Promise<{ price_list: PriceListView }> {
    return uniquelyNamed(() =>
      this.changes.make(actor, recorder, 'price_list.update', async (manager) => {
        await lockLists(manager);
        const before = await findList(manager, id);
        if (id === BASE_LIST.id)
          throw changeErrors.CONFLICT({
            message: 'The base list cannot change. Add prices to it, or create another list.',
          });
        const inheritsId = inherits === undefined ? before.inheritsId : (inherits ?? BASE_LIST.id);
        if (inheritsId !== before.inheritsId && inheritsId !== null) await assertMayInherit(manager, id, inheritsId);
        const changed = {
          name: name ?? before.name,
          inheritsId,
          multiplierE5: multiplier === undefined ? before.multiplierE5 : toE5(multiplier),
        };
        await manager.update(PriceList, { id }, changed);
        const view = toPriceListView({ ...before, ...changed });
        return { subjectId: id, before: toPriceListView(before), after: view, answer: { price_list: view } };
      }),
    );
  }

  /** The list that the customer is on now, or the base list since its creation. */
  async ofCustomer(customerId: string): Promise<CustomerPriceListView> {
    const { manager } = this.dataSource;
    const { created_at } = await this.customers.find(customerId);
    return toView(manager, (await currentOf(manager, customerId)) ?? onBase(customerId, created_at));
  }

  /** A later start that is already set stays. One of the same instant is replaced. */
  async putCustomer(
    actor: Actor,
    recorder: ResponseRecorder,
    customerId: string,
    { price_list_id, effective_from }: PutPriceListDto,
  ): Promise<CustomerPriceListView> {
    const { created_at } = await this.customers.find(customerId);
    return this.changes.make(actor, recorder, 'customer.price_list', async (manager) => {
      const before = await currentOf(manager, customerId);
      const list = await findList(manager, price_list_id ?? BASE_LIST.id);
      const [row] = await manager.query<{ id: string }[]>(PUT, [
        uuidv7(),
        customerId,
        list.id,
        startOf(effective_from) ?? null,
      ]);
      const put = await manager.findOneByOrFail(CustomerPriceList, { id: row?.id ?? '' });
      const after = toCustomerPriceListView(put, list);
      return {
        subjectId: customerId,
        before: await toView(manager, before ?? onBase(customerId, created_at)),
        after,
        answer: after,
      };
    });
  }
}

const PUT = `
  INSERT INTO customer_price_lists (id, customer_id, price_list_id, effective_at) VALUES ($1, $2, $3, COALESCE($4, clock_timestamp()))
  ON CONFLICT (customer_id, effective_at) DO UPDATE SET price_list_id = excluded.price_list_id RETURNING id`;

const toE5 = (multiplier: string): number => {
  const [whole = '0', fraction = ''] = multiplier.split('.');
  return Number(whole) * NEUTRAL_E5 + Number(fraction.padEnd(5, '0'));
};

const onBase = (customerId: string, createdAt: string): CustomerPriceList => ({
  id: '',
  customerId,
  priceListId: BASE_LIST.id,
  effectiveAt: new Date(createdAt),
});

async function toView(manager: EntityManager, on: CustomerPriceList): Promise<CustomerPriceListView> {
  return toCustomerPriceListView(on, await findList(manager, on.priceListId));
}

async function findList(manager: EntityManager, id: string): Promise<PriceList> {
  const list = await manager.findOneBy(PriceList, { id });
  if (!list) throw noSuchPriceList();
  return list;
}

/** Two parallel changes could otherwise close a circle. */
async function lockLists(manager: EntityManager): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('price lists', 0))`);
}

async function assertMayInherit(manager: EntityManager, id: string, inheritsId: string): Promise<void> {
  let next: string | null = inheritsId;
  for (let ancestors = 1; next !== null; ancestors += 1) {
    if (next === id) throw inputInvalid('inherits', 'must not be the list itself, or one that inherits from it');
    if (ancestors > MOST_ANCESTORS)
      throw inputInvalid('inherits', `must not be the end of a chain of more than ${MOST_ANCESTORS} lists`);
    const list: PriceList | null = await manager.findOneBy(PriceList, { id: next });
    if (!list) throw inputInvalid('inherits', 'must be the id of a price list');
    next = list.inheritsId;
  }
}

async function currentOf(manager: EntityManager, customerId: string): Promise<CustomerPriceList | null> {
  return manager
    .createQueryBuilder(CustomerPriceList, 'assignment')
    .where('assignment.customer_id = :customerId AND assignment.effective_at <= clock_timestamp()', { customerId })
    .orderBy('assignment.effective_at', 'DESC')
    .addOrderBy('assignment.id', 'DESC')
    .limit(1)
    .getOne();
}

async function uniquelyNamed<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    if (violatedConstraint(error) === 'price_lists_name')
      throw changeErrors.CONFLICT({ message: 'Another price list has this name. Choose another name.' });
    throw error;
  }
}
