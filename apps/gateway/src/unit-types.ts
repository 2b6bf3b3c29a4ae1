import { PRODUCT_TERMS, PRODUCTS, type Product } from './products';

type TypesOf<Kind extends Product> = {
  [Each in Kind]: keyof (typeof PRODUCT_TERMS)[Each]['units'];
}[Kind];

export type UnitType = TypesOf<Product>;

/** The classes of the tokens of a chat. */
export type TokenClass = Extract<TypesOf<'text'>, `${string}_1k_tokens`>;

export function unitTypesOf(product: Product): UnitType[] {
  return Object.keys(PRODUCT_TERMS[product].units) as UnitType[];
}

export const UNIT_TYPES = [...new Set(PRODUCTS.flatMap(unitTypesOf))];

const PARENTS = new Map(
  PRODUCTS.flatMap((product): [string, { parent?: string }][] => Object.entries(PRODUCT_TERMS[product].units)).map(
    ([unitType, { parent }]) => [unitType, parent],
  ),
);

/** The class as which the tokens of a class without a price are billed. */
export const parentOf = (tokenClass: TokenClass): TokenClass | undefined => {
  const units: Record<TokenClass, { parent?: TokenClass }> = PRODUCT_TERMS.text.units;
  return units[tokenClass].parent;
};

/** The price of the unit or of the nearest parent that has one. */
export function priceOrParents<Price>(
  unitType: string,
  priceOf: (unitType: string) => Price | undefined,
): Price | undefined {
  const price = priceOf(unitType);
  const parent = PARENTS.get(unitType);
  return price === undefined && parent !== undefined ? priceOrParents(parent, priceOf) : price;
}

export const BASE_LIST_NAME = 'base';

/** What a line of the ledger says of its price. Absent: the base list, and no qualifier. */
export interface LineTerms {
  price_list?: string;
  above_input_tokens?: number;
  size?: string;
  quality?: string;
  depth?: string;
}
