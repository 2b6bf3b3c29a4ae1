import { Describe, MayBeAbsent } from '@shipyard/http';
import { IsIn, IsObject, IsUUID } from 'class-validator';
import { endpointsOf, type Product, PRODUCTS } from '../products';

/** The calls that ask a supplier, by their path. */
export const PRODUCT_OF_PATH: ReadonlyMap<string, Product> = new Map(
  PRODUCTS.flatMap((product) =>
    endpointsOf(product)
      .filter((endpoint) => endpoint.startsWith('POST '))
      .map((endpoint) => [endpoint.slice('POST '.length), product] as const),
  ),
);

export const DRY_RUN_PATHS = [...PRODUCT_OF_PATH.keys()];

export class DryRunDto {
  @Describe('The path of the call, such as `/v1/chat/completions`.')
  @IsIn(DRY_RUN_PATHS)
  endpoint: string;

  @Describe('The body of the call, as a customer would send it.')
  @IsObject()
  request: Record<string, unknown>;

  @Describe('Whose terms apply: scopes, models, fallback, and the customer of the key. If absent: no terms of a key.')
  @MayBeAbsent()
  @IsUUID()
  key_id?: string;

  @Describe('Whose models and prices apply. If absent: those of the key, or the base list.')
  @MayBeAbsent()
  @IsUUID()
  customer_id?: string;
}
