import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  @Column('boolean')
  enabled: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
