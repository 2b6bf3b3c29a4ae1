import { Get, Param, Query } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { CustomerAdminService } from '../customers';
import { KeyAdminService } from '../keys';
import { Needs, WithFreshSecondFactor } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { consoleUrl } from './console-parts';
import { assertUuid, cursorOf, customerNameIn, noSuchPage, orNoPage, conflicts } from './found';
import { GRACES, KEY_NEWS, KeyPage } from './key.views';
import { KeyFactsQuery } from './key-facts.query';
import {
  checkKeyChange,
  checkNewKey,
  fieldsOfKey,
  KEY_FIELD_NAMES,
  type KeyFields,
  type KeyProblems,
  newKeyFields,
  readKeyFields,
} from './key-form';
import { KeysPage } from './keys.views';
import { ChooseCustomerPage, NewKeyPage, SecretPage } from './new-key.views';

/** Customers among which one is chosen. The others are found by name. */
const OFFERED = 20;

@ConsoleController('keys')
export class KeyPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly facts: KeyFactsQuery,
    private readonly keys: KeyAdminService,
    private readonly customers: CustomerAdminService,
  ) {}

  @Get()
  async list(
    @Visit() visit: ConsoleVisit,
    @Query() { customer_id: customerId, after }: Record<string, unknown>,
  ): Promise<void> {
    const id = typeof customerId === 'string' && isUUID(customerId) ? customerId : undefined;
    const cursor = cursorOf(after);
    const { items, next, customer } = await this.facts.list(id, cursor);
    this.pages.send(visit, (page) =>
      KeysPage({
        page,
        items,
        next,
        isFirst: cursor === undefined,
        customer: id !== undefined && customer !== null ? { id, name: customer } : null,
      }),
    );
  }

  @Get('new')
  @Needs('operator')
  async showNew(
    @Visit() visit: ConsoleVisit,
    @Query() { customer_id: customerId, name: asked }: Record<string, unknown>,
  ): Promise<void> {
    if (typeof customerId !== 'string' || !isUUID(customerId)) return this.chooseCustomer(visit, asked);
    const customer = await orNoPage(() => this.customers.find(customerId));
    const fields = newKeyFields(customer.id, customer.key_defaults);
    this.pages.send(visit, (page) => NewKeyPage({ page, customer, fields, problems: {} }));
  }

  private async chooseCustomer(visit: ConsoleVisit, asked: unknown): Promise<void> {
    const name = customerNameIn(asked);
    const { items } = await this.customers.list({ limit: OFFERED, ...(name !== '' && { name }) });
    this.pages.send(visit, (page) => ChooseCustomerPage({ page, name, items }));
  }

  /** Answers with the secret, which no address shows again. */
  @ConsoleForm('', KEY_FIELD_NAMES)
  @Needs('operator')
  @WithFreshSecondFactor()
  async create(@Visit() visit: ConsoleVisit): Promise<void> {
    const fields = readKeyFields(await this.pages.read(visit));
    const { values, problems } = await checkNewKey(fields);
    const customer = isUUID(fields.customer_id) ? await orNoPage(() => this.customers.find(fields.customer_id)) : null;
    if (!customer) throw noSuchPage();
    const refuse = (found: KeyProblems) =>
      this.pages.send(visit.status(422), (page) => NewKeyPage({ page, customer, fields, problems: found }));
    if (!values) return refuse(problems);
    const isConflict = await conflicts(async () => {
      const made = await this.keys.create(visit.operator, NO_RECORDER, values, fields.key_id);
      this.pages.send(visit, (page) => SecretPage({ page, keyView: made.key, secret: made.secret, oldLast4: null }));
    });
    if (isConflict) visit.leadTo(consoleUrl('keys', fields.key_id), 'made');
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, id, { done });
  }

  @ConsoleForm(':id', KEY_FIELD_NAMES)
  @Needs('operator')
  @WithFreshSecondFactor()
  async change(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const fields = readKeyFields(await this.pages.read(visit));
    assertUuid(id);
    const before = await orNoPage(() => this.keys.find(id));
    const { values, problems } = await checkKeyChange(fields, before);
    if (!values) return this.draw(visit.status(422), id, { fields, problems });
    const isConflict = await conflicts(() => this.keys.change(visit.operator, NO_RECORDER, id, values));
    visit.leadTo(consoleUrl('keys', id), isConflict ? 'changed' : 'saved');
  }

  /** Answers with the new secret. Sent twice, it does nothing the second time. */
  @ConsoleForm(':id/rotate', ['seen', 'grace'])
  @Needs('operator')
  @WithFreshSecondFactor()
  async rotate(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const { seen = '', grace } = await this.pages.read(visit);
    assertUuid(id);
    const grace_seconds = Number(GRACES.find((each) => each === grace) ?? GRACES[0]);
    const isConflict = await conflicts(async () => {
      const { key, secret } = await orNoPage(() =>
        this.keys.rotate(visit.operator, NO_RECORDER, id, { grace_seconds }, seen),
      );
      this.pages.send(visit, (page) => SecretPage({ page, keyView: key, secret, oldLast4: seen }));
    });
    if (isConflict) visit.leadTo(consoleUrl('keys', id), 'changed');
  }

  @ConsoleForm(':id/revoke')
  @Needs('operator')
  async revoke(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    assertUuid(id);
    await orNoPage(() => this.keys.revoke(visit.operator, NO_RECORDER, id));
    visit.leadTo(consoleUrl('keys', id), 'revoked');
  }

  private async draw(
    visit: ConsoleVisit,
    id: string,
    { done, fields, problems = {} }: { done?: unknown; fields?: KeyFields; problems?: KeyProblems },
  ): Promise<void> {
    assertUuid(id);
    const { facts, byModel } = await orNoPage(() => this.facts.find(id));
    const form = { fields: fields ?? fieldsOfKey(facts.key), problems };
    const news = KEY_NEWS.find((each) => each === done) ?? null;
    this.pages.send(visit, (page) => KeyPage({ page, facts, byModel, form, news }));
  }
}
