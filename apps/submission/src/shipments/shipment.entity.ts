import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('shipments')
export class Shipment {
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  masterKeyId: string;

  @Column('bytea')
  wrappedKey: Buffer;

  @Column('bytea')
  recipient: Buffer;

  @Column('timestamptz')
  submittedAt: Date;
}
