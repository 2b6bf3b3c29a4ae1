import { randomUUID } from 'node:crypto';
import { Get, Param, Query } from '@nestjs/common';
import { checkFields, HttpError } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { billingErrors, CreditDto, CreditsService } from '../billing';
import { CustomerAdminService } from '../customers';
import { KeyAdminService } from '../keys';
import { Needs, type Operator, WithFreshSecondFactor } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { assertUuid, cursorOf, customerNameIn, orNoPage } from './found';
import { CustomerPage, type CreditFields, type CreditProblems } from './customer.views';
import { CustomersPage } from './customers.views';

/** The others are in the list of keys. */
const SHOWN_KEYS = 10;

@ConsoleController('customers')
export class CustomerPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly customers: CustomerAdminService,
    private readonly keys: KeyAdminService,
    private readonly credits: CreditsService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() { after, name: asked }: Record<string, unknown>): Promise<void> {
    const cursor = cursorOf(after);
    const name = customerNameIn(asked);
    const { items, next_cursor: next } = await this.customers.list({ cursor, ...(name !== '' && { name }) });
    this.pages.send(visit, (page) => CustomersPage({ page, items, name, next, isFirst: cursor === undefined }));
  }

  @Get(':id')
  async show(
    @Visit() visit: ConsoleVisit,
    @Param('id') id: string,
    @Query('credited') credited: unknown,
  ): Promise<void> {
    await this.draw(visit, id, {
      fields: { amount_cny: '', reason: '', credit_key: randomUUID() },
      problems: {},
      isCredited: credited === 'yes',
    });
  }

  /** The key against doubles is made with the form, so that a form sent twice adds once. */
  @ConsoleForm(':id/credits', ['amount_cny', 'reason', 'credit_key'])
  @Needs('operator')
  @WithFreshSecondFactor()
  async credit(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const sent = await this.pages.read(visit);
    const fields: CreditFields = {
      amount_cny: (sent.amount_cny ?? '').trim(),
      reason: (sent.reason ?? '').trim(),
      credit_key: isUUID(sent.credit_key) ? (sent.credit_key ?? '') : randomUUID(),
    };
    const problems = await this.tryCredit(visit.operator, id, fields);
    if (Object.keys(problems).length > 0)
      return this.draw(visit.status(422), id, { fields, problems, isCredited: false });
    visit.leadTo(`${consoleUrl('customers', id)}?credited=yes`);
  }

  private async tryCredit(operator: Operator, id: string, fields: CreditFields): Promise<CreditProblems> {
    assertUuid(id);
    const { amount_cny, reason } = fields;
    const { values, problems } = await checkFields(CreditDto, { amount_cny, reason });
    if (!values)
      return Object.fromEntries(
        problems.map(({ field }) => [field, fields[field as 'reason'] === '' ? 'missing' : 'invalid']),
      );
    try {
      await this.credits.credit(operator, id, values, fields.credit_key);
      return {};
    } catch (error) {
      if (error instanceof HttpError && error.code === billingErrors.BALANCE_TOO_LOW.code)
        return { amount_cny: 'too_low' };
      throw error;
    }
  }

  private async draw(
    visit: ConsoleVisit,
    id: string,
    form: { fields: CreditFields; problems: CreditProblems; isCredited: boolean },
  ): Promise<void> {
    assertUuid(id);
    const [customer, keys] = await orNoPage(() =>
      Promise.all([this.customers.find(id), this.keys.list({ limit: SHOWN_KEYS }, id)]),
    );
    this.pages.send(visit, (page) => CustomerPage({ page, customer, keys: keys.items, ...form }));
  }
}
