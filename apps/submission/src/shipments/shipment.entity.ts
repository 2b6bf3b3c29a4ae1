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

  /** Of ISO 3166-1, in two letters, if its maker said it. The only readable part of the recipient. */
  @Column('text')
  country: string | null;

  @Column('timestamptz')
  submittedAt: Date;
}
