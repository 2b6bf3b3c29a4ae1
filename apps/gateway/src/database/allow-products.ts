import type { DataSource } from 'typeorm';
import { PRODUCTS } from '../products';
import { UNIT_TYPES } from '../unit-types';

/** Lets keys, models and prices name what products.ts has. Removes nothing, because rows may still name it. */
export async function allowProducts(dataSource: DataSource): Promise<void> {
  await dataSource.query('INSERT INTO products SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [PRODUCTS]);
  await dataSource.query('INSERT INTO price_units SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [UNIT_TYPES]);
}
