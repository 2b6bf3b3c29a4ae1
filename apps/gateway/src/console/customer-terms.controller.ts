import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { CustomerTermsService } from '../billing';
import { CustomerAdminService } from '../customers';
import { PriceListAdminService } from '../models';
import { CalledBy, Needs, type Operator, WithFreshSecondFactor } from '../operators';
import { PageRenderer } from '../pages';
import { StatementsService } from '../statements';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { checkTerms, readTerms, TERM_FIELD_NAMES, type TermFields, type TermProblems, termsOf } from './customer-terms';
import { CustomerTermsPage, TERM_NEWS } from './customer-terms.views';
import { assertUuid, cursorOf, orNoPage, refusedAs } from './found';
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
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly customers: CustomerAdminService,
    private readonly changes: CustomerTermsService,
    private readonly lists: PriceListAdminService,
    private readonly closed: StatementsService,
  ) {}

  @Get(':id/terms')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, id, { done });
  }

  @ConsoleForm(TERM_FIELD_NAMES)
  @Post(':id/terms')
  @HttpCode(200)
  @Needs('operator')
  async change(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const sent = await this.forms.read(request, response);
    assertUuid(id);
    const fields = readTerms(sent, await orNoPage(() => this.customers.find(id)));
    const checked = await checkTerms(fields);
    const refuse = (problems: TermProblems) =>
      this.draw(request, response.status(422), id, { terms: { fields, problems } });
    if (!checked.values) return refuse(checked.problems);
    const { values } = checked;
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      this.changes.change(operator, NO_RECORDER, id, values),
    );
    if (refusal) return refuse({ credit_line: 'low' });
    response.redirect(303, `${consoleUrl('customers', id, 'terms')}?done=terms`);
  }

  @ConsoleForm(PRICE_LIST_FIELDS)
  @Post(':id/price-list')
  @HttpCode(200)
  @Needs('operator')
  @WithFreshSecondFactor()
  async putList(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const fields = readPriceList(await this.forms.read(request, response));
    assertUuid(id);
    await orNoPage(() => this.customers.find(id));
    const problems = await this.tryPut(operator, id, fields);
    if (Object.keys(problems).length > 0)
      return this.draw(request, response.status(422), id, { prices: { fields, problems } });
    response.redirect(303, `${consoleUrl('customers', id, 'terms')}?done=list`);
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
    const refusal = await refusedAs([changeErrors.CONFLICT.code], async () => {
      const { price_list } = await this.lists.discounted(operator, NO_RECORDER, fields.percent, multiplier);
      await put(price_list.id);
    });
    return refusal ? { percent: 'taken' } : {};
  }

  @Get(':id/statements')
  async statements(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query('after') after: unknown,
  ): Promise<void> {
    assertUuid(id);
    const cursor = cursorOf(after);
    const customer = await orNoPage(() => this.customers.find(id));
    const { items, next_cursor: next } = await this.closed.ofCustomer(id, { cursor });
    this.pages.send(request, response, (page) =>
      StatementsPage({ page, customer, items, next, isFirst: cursor === undefined }),
    );
  }

  private async draw(request: Request, response: Response, id: string, { done, prices, terms }: Drawn): Promise<void> {
    assertUuid(id);
    const [customer, on, { items }] = await orNoPage(() =>
      Promise.all([this.customers.find(id), this.lists.ofCustomer(id), this.lists.list({ limit: MOST_LISTS })]),
    );
    const lists = items.filter(({ inherits }) => inherits !== null);
    const news = TERM_NEWS.find((each) => each === done) ?? null;
    this.pages.send(request, response, (page) =>
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
