import type { Type } from '@nestjs/common';
import { type CatalogModel, type PricedFacts, requiredPrice } from '../models';
import type { FlatRateProduct } from '../products';
import type { SupplierAdapter, SupplierCall, UnfitField } from '../suppliers';

/** What a product says of its calls. The route and the dry run read the same. */
export interface FlatRateCall<Input extends object = object, Method extends AdapterMethod = AdapterMethod> {
  product: FlatRateProduct;
  /** The class of the body. */
  input: Type<Input>;
  /** The method of a supplier that has the product. */
  method: Method;
  read(input: Input): FlatRateTerms<SuppliedBy<Method>>;
}

export interface FlatRateTerms<Supplied> {
  /** If absent: the first model of the product. */
  model: string | null | undefined;
  /** What the qualifiers of prices are compared with. */
  facts?: PricedFacts;
  /** What keeps a supplier from serving the call. If absent: nothing. */
  unfitField?: (supplier: SupplierAdapter) => UnfitField | undefined;
  /** Undefined, as from `?.`, if the supplier has no such method. It is asked only if it has. */
  ask(supplier: SupplierAdapter, call: SupplierCall): Promise<Supplied> | undefined;
  /** What the supplier bills. If absent: one request. */
  billedUnits?(supplied: Supplied): number;
  /** The answer without its usage. */
  view(supplied: Supplied, call: { model: string; requestId: string }): object;
}

type AdapterMethod = keyof SupplierAdapter;

export type SuppliedBy<Method extends AdapterMethod> =
  NonNullable<SupplierAdapter[Method]> extends (...call: never[]) => Promise<infer Supplied> ? Supplied : never;

export const requestsIn = (units: number) => ({ unitType: 'request', units });

/** What the hold and the charge are computed from. Throws service_unavailable without a price. */
export const flatRateOf = (found: CatalogModel, { facts }: Pick<FlatRateTerms<unknown>, 'facts'>) => [
  { ...requestsIn(1), ...requiredPrice(found, 'request', facts) },
];
