import { Get, Param, Query } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { CustomerTermsService } from '../billing';
import { CustomerAdminService } from '../customers';
import { PriceListAdminService } from '../models';
import { Needs, type Operator, WithFreshSecondFactor } from '../operators';
import { StatementsService } from '../statements';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { checkTerms, readTerms, TERM_FIELD_NAMES, type TermFields, type TermProblems, termsOf } from './customer-terms';
import { CustomerTermsPage, TERM_NEWS } from './customer-terms.views';
import { assertUuid, cursorOf, orNoPage, conflicts } from './found';
import {
  checkStart,
  multiplierOf,
  NO_PRICE_LIST,
  PRICE_LIST_FIELDS,
  type PriceListFields,
  type PriceListProblems,
  readPriceList,
} from './price-list-form';
import { StatementsPage } from './statements.views';

const MOST_LISTS = 200;

interface Drawn {
  done?: unknown;
  prices?: { fields: PriceListFields; problems: PriceListProblems };
  terms?: { fields: TermFields; problems: TermProblems };
}

@ConsoleController('customers')
export class CustomerTermsController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly customers: CustomerAdminService,
    private readonly changes: CustomerTermsService,
    private readonly lists: PriceListAdminService,
    private readonly closed: StatementsService,
  ) {}

  @Get(':id/terms')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, id, { done });
  }

  @ConsoleForm(':id/terms', TERM_FIELD_NAMES)
  @Needs('operator')
  async change(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const sent = await this.pages.read(visit);
    assertUuid(id);
    const fields = readTerms(sent, await orNoPage(() => this.customers.find(id)));
    const checked = await checkTerms(fields);
    const refuse = (problems: TermProblems) => this.draw(visit.status(422), id, { terms: { fields, problems } });
    if (!checked.values) return refuse(checked.problems);
    const { values } = checked;
    const isConflict = await conflicts(() => this.changes.change(visit.operator, NO_RECORDER, id, values));
    if (isConflict) return refuse({ credit_line: 'low' });
    visit.leadTo(consoleUrl('customers', id, 'terms'), 'terms');
  }

  @ConsoleForm(':id/price-list', PRICE_LIST_FIELDS)
  @Needs('operator')
  @WithFreshSecondFactor()
  async putList(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const fields = readPriceList(await this.pages.read(visit));
    assertUuid(id);
    await orNoPage(() => this.customers.find(id));
    const problems = await this.tryPut(visit.operator, id, fields);
    if (Object.keys(problems).length > 0) return this.draw(visit.status(422), id, { prices: { fields, problems } });
    visit.leadTo(consoleUrl('customers', id, 'terms'), 'list');
  }

  private async tryPut(operator: Operator, id: string, fields: PriceListFields): Promise<PriceListProblems> {
    const from = await checkStart(fields);
    if (!from) return { day: 'invalid' };
    const put = (price_list_id: string | null) =>
      this.lists.putCustomer(operator, NO_RECORDER, id, { price_list_id, ...from });
    if (fields.how === 'base') {
      await put(null);
      return {};
    }
    if (fields.how === 'list') {
      const list = (await this.lists.list({ limit: MOST_LISTS })).items.find((each) => each.id === fields.list);
      if (!list) return { list: 'invalid' };
      await put(list.id);
      return {};
    }
    const multiplier = multiplierOf(fields.percent);
    if (multiplier === null) return { percent: 'invalid' };
    const isConflict = await conflicts(async () => {
      const { price_list } = await this.lists.discounted(operator, NO_RECORDER, fields.percent, multiplier);
      await put(price_list.id);
    });
    return isConflict ? { percent: 'taken' } : {};
  }

  @Get(':id/statements')
  async statements(
    @Visit() visit: ConsoleVisit,
    @Param('id') id: string,
    @Query('after') after: unknown,
  ): Promise<void> {
    assertUuid(id);
    const cursor = cursorOf(after);
    const customer = await orNoPage(() => this.customers.find(id));
    const { items, next_cursor: next } = await this.closed.ofCustomer(id, { cursor });
    this.pages.send(visit, (page) => StatementsPage({ page, customer, items, next, isFirst: cursor === undefined }));
  }

  private async draw(visit: ConsoleVisit, id: string, { done, prices, terms }: Drawn): Promise<void> {
    assertUuid(id);
    const [customer, on, { items }] = await orNoPage(() =>
      Promise.all([this.customers.find(id), this.lists.ofCustomer(id), this.lists.list({ limit: MOST_LISTS })]),
    );
    const lists = items.filter(({ inherits }) => inherits !== null);
    const news = TERM_NEWS.find((each) => each === done) ?? null;
    this.pages.send(visit, (page) =>
      CustomerTermsPage({
        page,
        customer,
        on,
        lists,
        news,
        prices: prices ?? { fields: NO_PRICE_LIST, problems: {} },
        terms: terms ?? { fields: termsOf(customer), problems: {} },
      }),
    );
  }
}
