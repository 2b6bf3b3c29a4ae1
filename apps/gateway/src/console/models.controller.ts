import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { BY_NAME } from '../database/page';
import { ModelAdminService, PriceAdminService } from '../models';
import { CalledBy, Needs, type Operator } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { consoleUrl } from './console-parts';
import { cursorOf, noSuchPage, orNoPage } from './found';
import { ModelFactsQuery } from './model-facts.query';
import { ModelPage } from './model.views';
import { ModelsPage } from './models.views';
import {
  checkPrice,
  fieldsOf,
  PRICE_FIELD_NAMES,
  type PriceFields,
  type PriceProblems,
  readPriceFields,
  unitsFor,
} from './price-form';

@ConsoleController('models')
export class ModelPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly facts: ModelFactsQuery,
    private readonly models: ModelAdminService,
    private readonly prices: PriceAdminService,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.models.list({ cursor });
    this.pages.send(request, response, (page) => ModelsPage({ page, items, next, isFirst: cursor === undefined }));
  }

  @Get(':id')
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('id') id: string,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, id, { isPriced: done === 'price' });
  }

  /** A price is dated and never changed in place, so a form sent twice is refused as of the same time or adds the same. */
  @ConsoleForm(PRICE_FIELD_NAMES)
  @Post(':id/prices')
  @HttpCode(200)
  @Needs('operator')
  async price(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Param('id') id: string,
  ): Promise<void> {
    const sent = await this.forms.read(request, response);
    const { model, inForce } = await this.read(id);
    const units = unitsFor(model.product, inForce);
    const fields = readPriceFields(sent, units);
    const checked = await checkPrice(fields, units);
    const problems = 'problems' in checked ? checked.problems : await this.tryPrice(operator, id, checked.values);
    if (problems) return this.draw(request, response.status(422), id, { fields, problems });
    response.redirect(303, `${consoleUrl('models', id)}?done=price`);
  }

  private async tryPrice(
    operator: Operator,
    id: string,
    values: Parameters<PriceAdminService['create']>[3],
  ): Promise<PriceProblems | null> {
    try {
      await this.prices.create(operator, NO_RECORDER, id, values);
      return null;
    } catch (error) {
      if (error instanceof HttpError && error.row.status === 409) return { day: 'taken' };
      throw error;
    }
  }

  private async read(id: string) {
    if (!BY_NAME.id.test(id)) throw noSuchPage();
    return orNoPage(() => this.facts.read(id));
  }

  private async draw(
    request: Request,
    response: Response,
    id: string,
    { fields, problems = {}, isPriced = false }: { fields?: PriceFields; problems?: PriceProblems; isPriced?: boolean },
  ): Promise<void> {
    const facts = await this.read(id);
    const units = unitsFor(facts.model.product, facts.inForce);
    const form = { units, fields: fields ?? fieldsOf(facts.inForce, units), problems };
    this.pages.send(request, response, (page) => ModelPage({ page, facts, form, isPriced }));
  }
}
