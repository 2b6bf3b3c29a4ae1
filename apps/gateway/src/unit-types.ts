import type { Product } from './products';

interface Unit {
  product: Product;
  /** What it costs as, where it has no price of its own. */
  parent?: string;
}

/** What has a price. A name that ends with `_1k_tokens` is priced by the thousand, the others one by one. */
const UNITS = {
  input_1k_tokens: { product: 'text' },
  output_1k_tokens: { product: 'text', parent: 'input_1k_tokens' },
  cache_read_1k_tokens: { product: 'text', parent: 'input_1k_tokens' },
  cache_write_1k_tokens: { product: 'text', parent: 'input_1k_tokens' },
  cache_write_1h_1k_tokens: { product: 'text', parent: 'cache_write_1k_tokens' },
  image: { product: 'image' },
  request: { product: 'search' },
} as const satisfies Record<string, Unit>;

export type UnitType = keyof typeof UNITS;

type TypesOf<Kind extends Product> = {
  [Type in UnitType]: (typeof UNITS)[Type] extends { product: Kind } ? Type : never;
}[UnitType];

/** The classes of the tokens of a chat. */
export type TokenClass = TypesOf<'text'>;

export const UNIT_TYPES = Object.keys(UNITS) as UnitType[];

export function unitTypesOf(product: Product): UnitType[] {
  return UNIT_TYPES.filter((type) => UNITS[type].product === product);
}

/** The price of the unit or of the nearest parent that has one. */
export function priceOrParents<Price>(
  unitType: string,
  priceOf: (unitType: string) => Price | undefined,
): Price | undefined {
  const price = priceOf(unitType);
  const parent = parentOf(unitType);
  return price === undefined && parent !== undefined ? priceOrParents(parent, priceOf) : price;
}

function parentOf(unitType: string): string | undefined {
  const units: Record<string, Unit> = UNITS;
  return Object.hasOwn(units, unitType) ? units[unitType]?.parent : undefined;
}
