import { Get, Param, Query } from '@nestjs/common';
import { HttpError, NO_RECORDER } from '@shipyard/http';
import { BY_NAME } from '../database/page';
import { ModelAdminService, PriceAdminService } from '../models';
import { Needs, type Operator } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
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
    private readonly pages: ConsolePages,
    private readonly facts: ModelFactsQuery,
    private readonly models: ModelAdminService,
    private readonly prices: PriceAdminService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query('after') after: unknown): Promise<void> {
    const cursor = cursorOf(after);
    const { items, next_cursor: next } = await this.models.list({ cursor });
    this.pages.send(visit, (page) => ModelsPage({ page, items, next, isFirst: cursor === undefined }));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, id, { isPriced: done === 'price' });
  }

  /** A price is dated and never changed in place, so a form sent twice is refused as of the same time or adds the same. */
  @ConsoleForm(':id/prices', PRICE_FIELD_NAMES)
  @Needs('operator')
  async price(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    const sent = await this.pages.read(visit);
    const { model, inForce } = await this.read(id);
    const units = unitsFor(model.product, inForce);
    const fields = readPriceFields(sent, units);
    const checked = await checkPrice(fields, units);
    const problems = 'problems' in checked ? checked.problems : await this.tryPrice(visit.operator, id, checked.values);
    if (problems) return this.draw(visit.status(422), id, { fields, problems });
    visit.leadTo(consoleUrl('models', id), 'price');
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
    visit: ConsoleVisit,
    id: string,
    { fields, problems = {}, isPriced = false }: { fields?: PriceFields; problems?: PriceProblems; isPriced?: boolean },
  ): Promise<void> {
    const facts = await this.read(id);
    const units = unitsFor(facts.model.product, facts.inForce);
    const form = { units, fields: fields ?? fieldsOf(facts.inForce, units), problems };
    this.pages.send(visit, (page) => ModelPage({ page, facts, form, isPriced }));
  }
}
