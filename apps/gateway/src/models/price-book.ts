/*
 * Which prices apply at a moment. A list's price of a unit, in order:
 *
 * 1. own        The newest own price of the list that has started, if it has the unit.
 * 2. inherited  Otherwise the price of the list that it inherits, found in the same way, times the multiplier, rounded
 *               half up to one nano.
 *
 * Units are the same if their type and all their qualifiers are.
 */
import type { Price } from './price.entity';
import { BASE_LIST, type CustomerPriceList, type PriceList } from './price-list.entity';

export type ModelPrice = Pick<
  Price,
  'unitType' | 'unitName' | 'priceNano' | 'aboveInputTokens' | 'size' | 'quality' | 'depth'
>;
type DatedPrice = ModelPrice & Pick<Price, 'listId' | 'modelId' | 'priceListId' | 'effectiveAt'>;
type Terms = Pick<PriceList, 'id' | 'name' | 'inheritsId' | 'multiplierE5'>;
type Assignment = Pick<CustomerPriceList, 'id' | 'customerId' | 'priceListId' | 'effectiveAt'>;

export interface PriceRows {
  lists: Terms[];
  /** By their start, the units of one price in their order of display. */
  prices: DatedPrice[];
  /** By their start. */
  assignments: Assignment[];
}

/** The same until `until`, in milliseconds since 1970. */
interface Lasting<Value> {
  value: Value;
  until: number;
}

const ONE_E5 = 100_000n;
/** The highest price that an operator can enter. No multiplier leads beyond it. */
const MOST_PRICE_NANO = 10n ** 18n - 1n;

export function multipliedNano(priceNano: bigint, multiplierE5: number): bigint {
  const nano = (priceNano * BigInt(multiplierE5) + ONE_E5 / 2n) / ONE_E5;
  return nano < MOST_PRICE_NANO ? nano : MOST_PRICE_NANO;
}

export class PriceBook {
  private readonly lists: Map<string, Terms>;
  private readonly versions = new Map<string, DatedPrice[]>();
  private readonly assignments = new Map<string, Assignment[]>();

  constructor({ lists, prices, assignments }: PriceRows) {
    this.lists = new Map(lists.map((list) => [list.id, list]));
    for (const price of prices) push(this.versions, `${price.priceListId} ${price.modelId}`, price);
    for (const each of assignments) push(this.assignments, each.customerId, each);
  }

  /** The list that the customer is on. */
  listOf(customerId: string, at: number): Terms {
    const own = this.assignments.get(customerId);
    const current = own && startedBy(own, ({ id }) => id, at).current[0];
    return this.list(current?.priceListId ?? BASE_LIST.id);
  }

  list(listId: string): Terms {
    const list = this.lists.get(listId);
    if (!list) throw new Error(`There is no price list ${listId}`);
    return list;
  }

  /** The prices of a model in a list. */
  pricesOf(listId: string, modelId: string, at: number): Lasting<ModelPrice[]> {
    const { inheritsId, multiplierE5 } = this.list(listId);
    const { current, next } = startedBy(
      this.versions.get(`${listId} ${modelId}`) ?? [],
      ({ listId: version }) => version,
      at,
    );
    if (inheritsId === null) return { value: current, until: next };
    const inherited = this.pricesOf(inheritsId, modelId, at);
    const own = new Map(current.map((price) => [unitOf(price), price]));
    const value = inherited.value.map((price) => {
      const replaced = own.get(unitOf(price));
      own.delete(unitOf(price));
      return replaced ?? { ...price, priceNano: multipliedNano(price.priceNano, multiplierE5) };
    });
    return { value: [...value, ...own.values()], until: Math.min(next, inherited.until) };
  }
}

const unitOf = ({ unitType, aboveInputTokens, size, quality, depth }: ModelPrice) =>
  JSON.stringify([unitType, aboveInputTokens, size, quality, depth]);

/** The newest version that has started, and when the next one starts. */
function startedBy<Row extends { effectiveAt: Date }>(
  rows: Row[],
  versionOf: (row: Row) => string,
  at: number,
): { current: Row[]; next: number } {
  const later = rows.findIndex(({ effectiveAt }) => effectiveAt.getTime() > at);
  const started = later < 0 ? rows.at(-1) : rows[later - 1];
  return {
    current: started ? rows.filter((row) => versionOf(row) === versionOf(started)) : [],
    next: rows[later]?.effectiveAt.getTime() ?? Infinity,
  };
}

function push<Row>(map: Map<string, Row[]>, name: string, row: Row): void {
  const rows = map.get(name);
  if (rows) rows.push(row);
  else map.set(name, [row]);
}
