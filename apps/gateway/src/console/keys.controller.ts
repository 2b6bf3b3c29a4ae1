import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { CustomerAdminService } from '../customers';
import { KeyAdminService } from '../keys';
import { CalledBy, Needs, type Operator, WithFreshSecondFactor } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { assertUuid, cursorOf, customerNameIn, noSuchPage, orNoPage, refusedAs } from './found';
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
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly facts: KeyFactsQuery,
    private readonly keys: KeyAdminService,
    private readonly customers: CustomerAdminService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() { customer_id: customerId, after }: Record<string, unknown>,
  ): Promise<void> {
    const id = typeof customerId === 'string' && isUUID(customerId) ? customerId : undefined;
    const cursor = cursorOf(after);
    const { items, next, customer } = await this.facts.list(id, cursor);
    this.pages.send(request, response, (page) =>
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
    @Req() request: Request,
    @Res() response: Response,
    @Query() { customer_id: customerId, name: asked }: Record<string, unknown>,
  ): Promise<void> {
    if (typeof customerId !== 'string' || !isUUID(customerId)) return this.chooseCustomer(request, response, asked);
    const customer = await orNoPage(() => this.customers.find(customerId));
    const fields = newKeyFields(customer.id, customer.key_defaults);
    this.pages.send(request, response, (page) => NewKeyPage({ page, customer, fields, problems: {} }));
  }

  private async chooseCustomer(request: Request, response: Response, asked: unknown): Promise<void> {
    const name = customerNameIn(asked);
    const { items } = await this.customers.list({ limit: OFFERED, ...(name !== '' && { name }) });
    this.pages.send(request, response, (page) => ChooseCustomerPage({ page, name, items }));
  }

  /** Answers with the secret, which no address shows again. */
  @ConsoleForm(KEY_FIELD_NAMES)
  @Post()
  @HttpCode(200)
  @Needs('operator')
  @WithFreshSecondFactor()
  async create(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const fields = readKeyFields(await this.forms.read(request, response));
    const { values, problems } = await checkNewKey(fields);
    const customer = isUUID(fields.customer_id) ? await orNoPage(() => this.customers.find(fields.customer_id)) : null;
    if (!customer) throw noSuchPage();
    const refuse = (found: KeyProblems) =>
      this.pages.send(request, response.status(422), (page) => NewKeyPage({ page, customer, fields, problems: found }));
    if (!values) return refuse(problems);
    const refusal = await refusedAs([changeErrors.CONFLICT.code], async () => {
      const made = await this.keys.create(operator, NO_RECORDER, values, fields.key_id);
      this.pages.send(request, response, (page) =>
        SecretPage({ page, keyView: made.key, secret: made.secret, oldLast4: null }),
      );
    });
    if (refusal) response.redirect(303, `${consoleUrl('keys', fields.key_id)}?done=made`);
  }

  @Get(':id')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, id, { done });
  }

  @ConsoleForm(KEY_FIELD_NAMES)
  @Post(':id')
  @HttpCode(200)
  @Needs('operator')
  @WithFreshSecondFactor()
  async change(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const fields = readKeyFields(await this.forms.read(request, response));
    assertUuid(id);
    const before = await orNoPage(() => this.keys.find(id));
    const { values, problems } = await checkKeyChange(fields, before);
    if (!values) return this.draw(request, response.status(422), id, { fields, problems });
    const refusal = await refusedAs([changeErrors.CONFLICT.code], () =>
      this.keys.change(operator, NO_RECORDER, id, values),
    );
    response.redirect(303, `${consoleUrl('keys', id)}?done=${refusal ? 'changed' : 'saved'}`);
  }

  /** Answers with the new secret. Sent twice, it does nothing the second time. */
  @ConsoleForm(['seen', 'grace'])
  @Post(':id/rotate')
  @HttpCode(200)
  @Needs('operator')
  @WithFreshSecondFactor()
  async rotate(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const { seen = '', grace } = await this.forms.read(request, response);
    assertUuid(id);
    const grace_seconds = Number(GRACES.find((each) => each === grace) ?? GRACES[0]);
    const refusal = await refusedAs([changeErrors.CONFLICT.code], async () => {
      const { key, secret } = await orNoPage(() =>
        this.keys.rotate(operator, NO_RECORDER, id, { grace_seconds }, seen),
      );
      this.pages.send(request, response, (page) => SecretPage({ page, keyView: key, secret, oldLast4: seen }));
    });
    if (refusal) response.redirect(303, `${consoleUrl('keys', id)}?done=changed`);
  }

  @ConsoleForm()
  @Post(':id/revoke')
  @HttpCode(200)
  @Needs('operator')
  async revoke(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertUuid(id);
    await orNoPage(() => this.keys.revoke(operator, NO_RECORDER, id));
    response.redirect(303, `${consoleUrl('keys', id)}?done=revoked`);
  }

  private async draw(
    request: Request,
    response: Response,
    id: string,
    { done, fields, problems = {} }: { done?: unknown; fields?: KeyFields; problems?: KeyProblems },
  ): Promise<void> {
    assertUuid(id);
    const { facts, byModel } = await orNoPage(() => this.facts.find(id));
    const form = { fields: fields ?? fieldsOfKey(facts.key), problems };
    const news = KEY_NEWS.find((each) => each === done) ?? null;
    this.pages.send(request, response, (page) => KeyPage({ page, facts, byModel, form, news }));
  }
}
