import { Injectable } from '@nestjs/common';
import { instantOf } from '@shipyard/contracts';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, In } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { checkedCny } from '../money';
import { type PriceListView, toPriceListView } from './catalog-admin.view';
import { lockModel, ModelAdminService } from './model-admin.service';
import type { CreatePriceDto } from './models.dto';
import { foreignUnit, Price } from './price.entity';

@Injectable()
export class PriceAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly models: ModelAdminService,
  ) {}

  async list(page: PageQuery, modelId: string): Promise<Page<PriceListView>> {
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

  async find(listId: string): Promise<PriceListView> {
    const [view] = toViews(
      await this.dataSource.manager.find(Price, { where: { listId }, order: { position: 'ASC' } }),
    );
    if (!view) throw envelopeErrors.NOT_FOUND({ message: 'There is no price with this id. Check the id.' });
    return view;
  }

  /** Adds a list that applies from its start. Throws CONFLICT if another starts at the same instant. */
  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    modelId: string,
    { units, effective_from }: CreatePriceDto,
  ): Promise<{ price: PriceListView }> {
    const listId = uuidv7();
    const effectiveAt = startOf(effective_from);
    try {
      return await this.changes.make(actor, recorder, 'price.create', async (manager) => {
        const { product } = await lockModel(manager, modelId);
        const foreign = foreignUnit(product, units);
        if (foreign) throw inputInvalid(`units[${foreign.at}].unit_type`, foreign.message);
        const rows = units.map(({ unit_type, unit_name, price_cny }, position) => ({
          id: position === 0 ? listId : uuidv7(),
          listId,
          modelId,
          unitType: unit_type,
          unitName: unit_name,
          priceNano: checkedCny(price_cny),
          position,
          effectiveAt,
        }));
        await manager.insert(Price, rows);
        const [price] = toViews(await manager.find(Price, { where: { listId }, order: { position: 'ASC' } }));
        if (!price) throw new Error('A price list that was written is not there');
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

/** Undefined means now, by the clock of Postgres. */
function startOf(effectiveFrom: string | undefined): Date | undefined {
  const time = instantOf(effectiveFrom);
  return time !== null && time.getTime() > Date.now() ? time : undefined;
}

function toViews(rows: Price[]): PriceListView[] {
  const [first, ...others] = rows;
  return first ? [toPriceListView([first, ...others])] : [];
}
