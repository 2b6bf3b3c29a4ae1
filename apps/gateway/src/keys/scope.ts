import { PRODUCTS, type Product } from '../products';

/** What a key may do: use a product, or manage the keys of its customer and read all of the customer's usage. */
export type Scope = Product | 'keys';

export const SCOPES: readonly Scope[] = [...PRODUCTS, 'keys'];
