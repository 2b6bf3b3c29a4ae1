import { checkFields, type FormFields } from '@shipyard/http';
import { CreatePriceDto } from '../models';
import { type FlatRateProduct, isFlatRate, type Product } from '../products';
import type { PriceView } from '../models';
import { unitTypesOf } from '../unit-types';

type Unit = Omit<PriceView['units'][number], 'price_cny'>;

/** The fields of a new price: one for each unit, by its place, and when it starts. The texts are as they were typed. */
export interface PriceFields {
  prices: string[];
  day: string;
  time: string;
}

export type PriceProblems = Readonly<Record<string, 'missing' | 'invalid' | 'taken'>>;

/** What every model of a product is priced by, where it has no price yet. */
const FIRST_UNITS: Readonly<Record<Exclude<Product, FlatRateProduct>, readonly string[]>> = {
  text: ['input_1k_tokens', 'output_1k_tokens'],
  image: ['image'],
};
const firstUnitsOf = (product: Product) => (isFlatRate(product) ? ['request'] : FIRST_UNITS[product]);

/** The units of the price in force, or those that a first price needs. */
export function unitsFor(product: Product, price: PriceView | undefined): Unit[] {
  if (price) return price.units.map(({ price_cny: _, ...unit }) => unit);
  return unitTypesOf(product)
    .filter((unitType) => firstUnitsOf(product).includes(unitType))
    .map((unit_type) => ({ unit_type, unit_name: unit_type.replace('_1k_', ', 1K ').replaceAll('_', ' ') }));
}

export const fieldsOf = (price: PriceView | undefined, units: Unit[]): PriceFields => ({
  prices: units.map((_, at) => price?.units[at]?.price_cny ?? ''),
  day: '',
  time: '',
});

export const readPriceFields = (sent: FormFields, units: Unit[]): PriceFields => ({
  prices: units.map((_, at) => (sent[`price_${at}`] ?? '').trim()),
  day: (sent.day ?? '').trim(),
  time: (sent.time ?? '').trim(),
});

/** The names of the fields that an ended session carries along. */
export const PRICE_FIELD_NAMES = ['day', 'time', ...Array.from({ length: 100 }, (_, at) => `price_${at}`)];

/** Without a day it applies at once. A time is in UTC. */
export async function checkPrice(
  { prices, day, time }: PriceFields,
  units: Unit[],
): Promise<{ values: CreatePriceDto } | { problems: PriceProblems }> {
  const { values, problems } = await checkFields(CreatePriceDto, {
    units: units.map((unit, at) => ({ ...unit, price_cny: prices[at] ?? '' })),
    ...(day !== '' && { effective_from: `${day}T${time === '' ? '00:00' : time}:00Z` }),
  });
  if (values) return { values };
  const named = problems.map(({ field }): [string, 'missing' | 'invalid'] => {
    const at = /^units\[(\d+)\]/.exec(field)?.[1];
    if (at === undefined) return ['day', 'invalid'];
    return [`price_${at}`, prices[Number(at)] === '' ? 'missing' : 'invalid'];
  });
  return { problems: Object.fromEntries(named) };
}
