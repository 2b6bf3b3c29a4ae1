import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UnitType } from './price.entity';

/**
 * What happens to the supplier's call when the client disconnects. `stop`: the rest is read for `usageGraceMs`, then
 * the call is stopped. `drain`: the rest is read for 60 s, for suppliers that bill it anyway.
 */
export type OnDisconnect = 'stop' | 'drain';

/** One way to serve a model: a supplier, and the model's name there. Lower priority numbers come first. */
@Entity('model_routes')
export class ModelRoute {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  modelId: string;

  @Column('text')
  supplierId: string;

  @Column('text')
  upstreamModel: string;

  @Column('integer')
  priority: number;

  @Column('integer')
  weight: number;

  /** The maximum number of concurrent calls; null for no limit. */
  @Column('integer', { nullable: true })
  maxConcurrency: number | null;

  @Column('integer')
  maxImagesPerCall: number;

  /** The supplier's prices, in nano-CNY as decimal text. */
  @Column('jsonb')
  supplierPrices: { unit_type: UnitType; price_nano: string }[];

  /** Null: `drain` for reasoning models, `stop` for others. */
  @Column('text', { nullable: true })
  onDisconnect: OnDisconnect | null;

  /** How long the rest of an answer is read for its usage after the client disconnected, in milliseconds. */
  @Column('integer')
  usageGraceMs: number;

  @Column('boolean')
  enabled: boolean;

  @Column('timestamptz')
  createdAt: Date;
}

export function onDisconnectOf(
  { onDisconnect }: Pick<ModelRoute, 'onDisconnect'>,
  { reasoning }: { reasoning: boolean },
): OnDisconnect {
  return onDisconnect ?? (reasoning ? 'drain' : 'stop');
}
