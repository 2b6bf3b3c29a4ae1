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

const QUALIFIED: Record<'above_input_tokens' | 'size' | 'quality' | 'depth', (unitType: UnitType) => boolean> = {
  above_input_tokens: (unitType) => unitType.endsWith('_1k_tokens') || unitType === 'request',
  size: (unitType) => unitType === 'image',
  quality: (unitType) => unitType === 'image',
  depth: (unitType) => unitType === 'request',
};

type Qualified = { unit_type: UnitType } & Partial<Record<keyof typeof QUALIFIED, unknown>>;

/** The first qualifier that its unit cannot have. */
export function unfitQualifier(units: Qualified[]): { at: number; field: string; message: string } | null {
  for (const [at, unit] of units.entries())
    for (const [field, isFit] of Object.entries(QUALIFIED) as [
      keyof typeof QUALIFIED,
      (unitType: UnitType) => boolean,
    ][])
      if (unit[field] !== undefined && !isFit(unit.unit_type))
        return { at, field, message: `does not go with ${unit.unit_type}` };
  return null;
}

/**
 * Rows with one `listId` are one dated price of a model in one price list. The newest that has started applies. A row
 * with qualifiers is for the requests that they fit.
 */
@Entity('prices')
export class Price {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  modelId: string;

  @Column('uuid')
  listId: string;

  @Column('uuid')
  priceListId: string;

  @Column('text')
  unitType: UnitType;

  @Column('text')
  unitName: string;

  @Column('bigint', { transformer: bigintColumn })
  priceNano: bigint;

  /** For requests with more tokens of input than this. */
  @Column('integer', { nullable: true })
  aboveInputTokens: number | null;

  @Column('text', { nullable: true })
  size: string | null;

  @Column('text', { nullable: true })
  quality: string | null;

  @Column('text', { nullable: true })
  depth: string | null;

  @Column('integer')
  position: number;

  @Column('timestamptz')
  effectiveAt: Date;
}
