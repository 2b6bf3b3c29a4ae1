/*
 * What a file of prices changes. For each price list and model, from the earliest start on:
 *
 * 1. base     The own price of the list that is in force at the start, or starts at the same moment.
 * 2. merge    The rows of the file set units of it, or take them away. All other units stay.
 * 3. compare  What differs is a change. Without any, nothing is written.
 */
import { createHash } from 'node:crypto';
import { checkedCny, formatCny } from '../money';
import type { Product } from '../products';
import { type PriceUnit, PRICE_UNITS_MAX, priceUnitKey } from './models.dto';
import { foreignUnit, type Price, unfitQualifier } from './price.entity';
import type { PriceFileRow } from './price-file';
import type { PriceList } from './price-list.entity';
import { startOf } from './price-start';
import { toQualifiersView } from './price.view';

export interface PriceChange {
  path: string;
  action: 'create' | 'update' | 'remove';
  from: { price_cny: string; unit_name: string } | null;
  to: { price_cny: string; unit_name: string } | null;
  effective_from: string | null;
}

/** A whole price of a model in a list, as it will be written. */
export interface PlannedPrice {
  modelId: string;
  priceListId: string;
  units: PriceUnit[];
  /** Undefined: now. */
  effectiveAt: Date | undefined;
  /** The price that starts at the same moment, and has not started. */
  replaces: string | null;
}

export interface PricePlan {
  /** The same for the same changes. */
  id: string;
  changes: PriceChange[];
  prices: PlannedPrice[];
}

export interface PricedCatalog {
  lists: Pick<PriceList, 'id' | 'name'>[];
  products: Map<string, Product>;
  /** The prices in force and later ones, by their start. */
  prices: Price[];
}

export class PriceFileFault extends Error {}

/** Throws PriceFileFault with the first row that does not fit. */
export function planPrices(rows: PriceFileRow[], catalog: PricedCatalog): PricePlan {
  const lists = new Map(catalog.lists.map((list) => [list.name, list.id]));
  const changes: PriceChange[] = [];
  const prices: PlannedPrice[] = [];
  for (const of of grouped(rows)) {
    const [{ place, priceList, model }] = of;
    const priceListId = lists.get(priceList);
    const product = catalog.products.get(model);
    if (priceListId === undefined) throw new PriceFileFault(`${place}: there is no price list ${priceList}`);
    if (product === undefined) throw new PriceFileFault(`${place}: there is no model ${model}`);
    for (const { unit, place: at } of of) assertFits(unit, product, at);
    const line = new OwnPrices(
      catalog.prices.filter((row) => row.priceListId === priceListId && row.modelId === model),
    );
    for (const started of byStart(of)) {
      const planned = line.merge(started.rows, started.at);
      changes.push(...planned.changes);
      if (planned.changes.length > 0)
        prices.push({
          modelId: model,
          priceListId,
          units: planned.units,
          effectiveAt: started.at,
          replaces: planned.replaces,
        });
    }
  }
  const id = createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
  return { id, changes, prices };
}

interface OwnPrice {
  listId: string | null;
  startMs: number;
  units: PriceUnit[];
}

/** The own prices of one model in one list. */
class OwnPrices {
  private readonly versions: OwnPrice[] = [];

  constructor(rows: Price[]) {
    for (const row of rows) {
      const last = this.versions.at(-1);
      if (last?.listId === row.listId) last.units.push(toUnit(row));
      else this.versions.push({ listId: row.listId, startMs: row.effectiveAt.getTime(), units: [toUnit(row)] });
    }
  }

  merge(rows: PriceFileRow[], start: Date | undefined) {
    const startMs = start?.getTime() ?? Date.now();
    const base = this.versions.findLast((version) => version.startMs <= startMs);
    const units = new Map(base?.units.map((unit) => [priceUnitKey(unit), unit]));
    const changes = rows.flatMap((row) => changeOf(units, row, start));
    if (units.size === 0 && changes.length > 0)
      throw new PriceFileFault(
        `${rows.at(-1)?.place}: no own price would be left of ${rows[0]?.model} in the list, so one must stay`,
      );
    if (units.size > PRICE_UNITS_MAX)
      throw new PriceFileFault(`${rows.at(-1)?.place}: a price must have at most ${PRICE_UNITS_MAX} units`);
    const replaces = start !== undefined && base?.startMs === startMs ? base.listId : null;
    const merged = [...units.values()];
    if (changes.length > 0) {
      if (base?.startMs === startMs) base.units = merged;
      else {
        this.versions.push({ listId: null, startMs, units: merged });
        this.versions.sort((one, other) => one.startMs - other.startMs);
      }
    }
    return { changes, units: merged, replaces };
  }
}

/** Changes `units`, and says how. */
function changeOf(
  units: Map<string | undefined, PriceUnit>,
  row: PriceFileRow,
  start: Date | undefined,
): PriceChange[] {
  const { unit, priceCny, place } = row;
  const key = priceUnitKey({ ...unit, unit_name: '', price_cny: '' });
  const before = units.get(key);
  const name = unit.unit_name ?? before?.unit_name;
  const effective_from = start?.toISOString() ?? null;
  const path = pathOf(row, effective_from);
  const from = before ? { price_cny: formatCny(checkedCny(before.price_cny)), unit_name: before.unit_name } : null;
  if (priceCny === null) {
    if (!from) return [];
    units.delete(key);
    return [{ path, action: 'remove', from, to: null, effective_from }];
  }
  if (name === undefined)
    throw new PriceFileFault(`${place}: unit_name is required, because the unit has no price yet`);
  const to = { price_cny: formatCny(checkedCny(priceCny)), unit_name: name };
  if (from && from.price_cny === to.price_cny && from.unit_name === to.unit_name) return [];
  units.set(key, { ...unit, ...to });
  return [{ path, action: from ? 'update' : 'create', from, to, effective_from }];
}

function assertFits(unit: PriceFileRow['unit'], product: Product, place: string): void {
  const foreign = foreignUnit(product, [unit]);
  if (foreign) throw new PriceFileFault(`${place}: unit_type ${foreign.message}`);
  const unfit = unfitQualifier([unit]);
  if (unfit) throw new PriceFileFault(`${place}: ${unfit.field} ${unfit.message}`);
}

/** `base/gpt/image size=1024x1024 @2030-01-01T00:00:00.000Z`. */
function pathOf({ priceList, model, unit }: PriceFileRow, effectiveFrom: string | null): string {
  const { unit_type, unit_name: _, ...qualifiers } = unit;
  const named = Object.entries(qualifiers).map(([name, value]) => `${name}=${value}`);
  return `${priceList}/${model}/${[unit_type, ...named, ...(effectiveFrom === null ? [] : [`@${effectiveFrom}`])].join(' ')}`;
}

const toUnit = (row: Price): PriceUnit => {
  const { depth, ...qualifiers } = toQualifiersView(row);
  return {
    unit_type: row.unitType,
    unit_name: row.unitName,
    price_cny: formatCny(row.priceNano),
    ...qualifiers,
    ...(depth !== undefined && { depth: depth as PriceUnit['depth'] }),
  };
};

/** By list and model, in the order of the file. Throws if two rows are for the same. */
function grouped(rows: PriceFileRow[]): [PriceFileRow, ...PriceFileRow[]][] {
  const groups = new Map<string, [PriceFileRow, ...PriceFileRow[]]>();
  const seen = new Set<string>();
  for (const row of rows) {
    const name = JSON.stringify([row.priceList, row.model]);
    const same = JSON.stringify([name, priceUnitKey({ ...row.unit, unit_name: '', price_cny: '' }), startMsOf(row)]);
    if (seen.has(same)) throw new PriceFileFault(`${row.place}: an earlier row is for the same unit and time`);
    seen.add(same);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups.values()];
}

function byStart(rows: PriceFileRow[]): { at: Date | undefined; rows: PriceFileRow[] }[] {
  const starts = [...new Set(rows.map(startMsOf))].toSorted((one, other) => one - other);
  return starts.map((ms) => ({
    at: ms === 0 ? undefined : new Date(ms),
    rows: rows.filter((row) => startMsOf(row) === ms),
  }));
}

/** 0 is now. */
const startMsOf = ({ effectiveFrom }: PriceFileRow) => startOf(effectiveFrom)?.getTime() ?? 0;
