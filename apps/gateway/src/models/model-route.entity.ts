import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UnitType } from '../unit-types';

/** After a disconnect, `stop` reads on for `usageGraceMs`, and `drain` for 60 s. */
export const ON_DISCONNECT = ['stop', 'drain'] as const;
export type OnDisconnect = (typeof ON_DISCONNECT)[number];

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

  /** In milliseconds, after the client disconnected. */
  @Column('integer')
  usageGraceMs: number;

  /** Names of parameters of chats that are left out of its calls. */
  @Column('text', { array: true })
  ignoreParameters: string[];

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
