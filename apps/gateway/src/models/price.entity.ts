import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Product } from '../products';

export const UNIT_TYPES = ['input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens', 'image', 'request'] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

const UNITS_OF: Record<Product, UnitType[]> = {
  text: ['input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens'],
  image: ['image'],
  search: ['request'],
};

export function foreignUnit(
  product: Product,
  units: { unit_type: UnitType }[],
): { at: number; message: string } | null {
  const at = units.findIndex(({ unit_type }) => !UNITS_OF[product].includes(unit_type));
  return at < 0 ? null : { at, message: `must be one of ${UNITS_OF[product].join(', ')} for a ${product} model` };
}

/** Rows with one `effectiveAt` are one price list. The newest list that has started applies. */
@Entity('prices')
export class Price {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  modelId: string;

  @Column('uuid')
  listId: string;

  @Column('text')
  unitType: UnitType;

  @Column('text')
  unitName: string;

  @Column('bigint', { transformer: bigintColumn })
  priceNano: bigint;

  @Column('integer')
  position: number;

  @Column('timestamptz')
  effectiveAt: Date;
}
