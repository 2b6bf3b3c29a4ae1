import { PRODUCT_TERMS, PRODUCTS, type Product } from './products';

type TypesOf<Kind extends Product> = {
  [Each in Kind]: keyof (typeof PRODUCT_TERMS)[Each]['units'];
}[Kind];

export type UnitType = TypesOf<Product>;

/** The classes of the tokens of a chat. */
export type TokenClass = TypesOf<'text'>;

export function unitTypesOf(product: Product): UnitType[] {
  return Object.keys(PRODUCT_TERMS[product].units) as UnitType[];
}

export const UNIT_TYPES = [...new Set(PRODUCTS.flatMap(unitTypesOf))];

const PARENTS = new Map(
  PRODUCTS.flatMap((product): [string, { parent?: string }][] => Object.entries(PRODUCT_TERMS[product].units)).map(
    ([unitType, { parent }]) => [unitType, parent],
  ),
);

/** The price of the unit or of the nearest parent that has one. */
export function priceOrParents<Price>(
  unitType: string,
  priceOf: (unitType: string) => Price | undefined,
): Price | undefined {
  const price = priceOf(unitType);
  const parent = PARENTS.get(unitType);
  return price === undefined && parent !== undefined ? priceOrParents(parent, priceOf) : price;
}
