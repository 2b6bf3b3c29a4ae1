import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Product } from '../products';
import { type UnitType, unitTypesOf } from '../unit-types';

export function foreignUnit(
  product: Product,
  units: { unit_type: UnitType }[],
): { at: number; message: string } | null {
  const own = unitTypesOf(product);
  const at = units.findIndex(({ unit_type }) => !own.includes(unit_type));
  return at < 0 ? null : { at, message: `must be one of ${own.join(', ')} for a ${product} model` };
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
