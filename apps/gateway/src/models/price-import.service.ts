import { Injectable } from '@nestjs/common';
import { inputInvalid } from '@shipyard/http';
import { DataSource, type EntityManager, In } from 'typeorm';
import { readPriceRows, type StoredPrices } from './catalog';
import { Model } from './model.entity';
import { Price } from './price.entity';
import { PriceBook } from './price-book';
import { type PriceFile, type PriceFileRow, readPriceFile } from './price-file';
import { PriceFileFault, planPrices, type PricePlan } from './price-plan';
import { lockPrices } from './price-lock';
import { toPriceRows } from './price-rows';

export interface PlannedImport {
  plan: PricePlan;
  /** The prices without and with the plan, and the moment at which all of it is in force. */
  before: PriceBook;
  after: PriceBook;
  at: number;
  rows: StoredPrices;
}

/** Reads files of prices, and writes what they change. Who may, and what it costs customers, is decided elsewhere. */
@Injectable()
export class PriceImportService {
  constructor(private readonly dataSource: DataSource) {}

  async plan(file: PriceFile): Promise<{ written: PriceFileRow[]; planned: PlannedImport }> {
    const written = await readPriceFile(file);
    const { manager } = this.dataSource;
    const rows = await readPriceRows(manager);
    const plan = await this.compare(manager, file, written, rows);
    const replaced = new Set(plan.prices.map(({ replaces }) => replaces));
    const added = plan.prices.flatMap(({ modelId, priceListId, units, effectiveAt }) =>
      toPriceRows(modelId, priceListId, units, effectiveAt).map((row) => ({
        ...row,
        effectiveAt: effectiveAt ?? new Date(),
      })),
    );
    const prices = [...rows.prices.filter(({ listId }) => !replaced.has(listId)), ...added].toSorted(
      (one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime(),
    );
    const at = Math.max(Date.now(), ...added.map(({ effectiveAt }) => effectiveAt.getTime()));
    return {
      written,
      planned: { plan, before: new PriceBook(rows), after: new PriceBook({ ...rows, prices }), at, rows },
    };
  }

  /** Plans anew while no other price can be written. */
  async planLocked(manager: EntityManager, file: PriceFile, written: PriceFileRow[]): Promise<PricePlan> {
    await lockPrices(manager);
    return this.compare(manager, file, written, await readPriceRows(manager));
  }

  async write(manager: EntityManager, { prices }: PricePlan): Promise<void> {
    const replaced = prices.flatMap(({ replaces }) => (replaces === null ? [] : [replaces]));
    if (replaced.length > 0) await manager.query('DELETE FROM prices WHERE list_id = ANY ($1::uuid[])', [replaced]);
    // The transaction may be older than a price that was added while it waited for the lock. Dates have milliseconds only.
    const [clock] = await manager.query<{ now: Date }[]>(`SELECT clock_timestamp() + interval '1 millisecond' AS now`);
    for (const { modelId, priceListId, units, effectiveAt = clock?.now } of prices)
      await manager.insert(Price, toPriceRows(modelId, priceListId, units, effectiveAt));
  }

  private async compare(
    manager: EntityManager,
    file: PriceFile,
    written: PriceFileRow[],
    { lists, prices }: StoredPrices,
  ): Promise<PricePlan> {
    const ids = [...new Set(written.map(({ model }) => model))];
    const models = await manager.find(Model, { select: { id: true, product: true }, where: { id: In(ids) } });
    try {
      const products = new Map(models.map(({ id, product }) => [id, product]));
      return planPrices(written, { lists, products, prices });
    } catch (error) {
      throw error instanceof PriceFileFault ? inputInvalid('csv' in file ? 'csv' : 'yaml', error.message) : error;
    }
  }
}
