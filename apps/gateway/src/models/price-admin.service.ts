import { Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { DataSource, In } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { lockModel, ModelAdminService } from './model-admin.service';
import type { CreatePriceDto } from './models.dto';
import { foreignUnit, Price, unfitQualifier } from './price.entity';
import { noSuchPriceList } from './price-list-admin.service';
import { BASE_LIST, PriceList } from './price-list.entity';
import { lockPrices } from './price-lock';
import { toPriceRows } from './price-rows';
import { startOf } from './price-start';
import { type PriceView, toPriceView } from './price.view';

@Injectable()
export class PriceAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly models: ModelAdminService,
  ) {}

  async list(page: PageQuery, modelId: string): Promise<Page<PriceView>> {
    await this.models.find(modelId);
    const { manager } = this.dataSource;
    const firsts = manager
      .createQueryBuilder(Price, 'price')
      .where('price.model_id = :modelId AND price.id = price.list_id', { modelId });
    const { items, next_cursor } = await readPage(firsts, page, NEWEST_FIRST, ({ listId }) => listId);
    const rows =
      items.length === 0 ? [] : await manager.find(Price, { where: { listId: In(items) }, order: { position: 'ASC' } });
    return { items: items.flatMap((listId) => toViews(rows.filter((row) => row.listId === listId))), next_cursor };
  }

  async find(listId: string): Promise<PriceView> {
    const [view] = toViews(
      await this.dataSource.manager.find(Price, { where: { listId }, order: { position: 'ASC' } }),
    );
    if (!view) throw envelopeErrors.NOT_FOUND({ message: 'There is no price with this id. Check the id.' });
    return view;
  }

  /** Adds a price that applies from its start. Throws CONFLICT if another of the list starts at the same instant. */
  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    modelId: string,
    { units, effective_from, price_list_id = BASE_LIST.id }: CreatePriceDto,
  ): Promise<{ price: PriceView }> {
    const rows = toPriceRows(modelId, price_list_id, units, startOf(effective_from));
    try {
      return await this.changes.make(actor, recorder, 'price.create', async (manager) => {
        await lockPrices(manager);
        const { product } = await lockModel(manager, modelId);
        const foreign = foreignUnit(product, units);
        if (foreign) throw inputInvalid(`units[${foreign.at}].unit_type`, foreign.message);
        const unfit = unfitQualifier(units);
        if (unfit) throw inputInvalid(`units[${unfit.at}].${unfit.field}`, unfit.message);
        if (!(await manager.existsBy(PriceList, { id: price_list_id }))) throw noSuchPriceList();
        await manager.insert(Price, rows);
        const [price] = toViews(
          await manager.find(Price, { where: { listId: rows[0]?.listId ?? '' }, order: { position: 'ASC' } }),
        );
        if (!price) throw new Error('A price that was written is not there');
        return { subjectId: modelId, before: null, after: price, answer: { price } };
      });
    } catch (error) {
      if (violatedConstraint(error) === 'prices_in_force')
        throw changeErrors.CONFLICT({
          message: 'Another price takes effect at the same time. Choose another effective_from.',
        });
      throw error;
    }
  }

  /** Throws CONFLICT if the price has started. */
  async remove(actor: Actor, recorder: ResponseRecorder, listId: string): Promise<Record<string, never>> {
    return this.changes.make(actor, recorder, 'price.delete', async (manager) => {
      await lockPrices(manager);
      const before = await this.find(listId);
      const [, removed] = await manager.query<[unknown[], number]>(
        'DELETE FROM prices WHERE list_id = $1 AND effective_at > clock_timestamp()',
        [listId],
      );
      if (removed === 0) {
        await this.find(listId);
        throw changeErrors.CONFLICT({
          message: 'This price has started, so requests may have been charged by it. Add a new price instead.',
        });
      }
      return { subjectId: before.model, before, after: null, answer: {} };
    });
  }
}

function toViews(rows: Price[]): PriceView[] {
  const [first, ...others] = rows;
  return first ? [toPriceView([first, ...others])] : [];
}
