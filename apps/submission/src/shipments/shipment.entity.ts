import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where the prize of a project goes, sealed. There is one while the project is in shipment_submitted, and the database holds to that. */
@Entity('shipments')
export class Shipment {
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  masterKeyId: string;

  /** The row's own data key, sealed under the master key. */
  @Column('bytea')
  wrappedKey: Buffer;

  /** Recipient, sealed under the data key. */
  @Column('bytea')
  recipient: Buffer;

  @Column('timestamptz')
  submittedAt: Date;
}
