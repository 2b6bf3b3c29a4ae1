import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The encrypted recipient of a project's prize. The database ensures that it exists only in the state
 * shipment_submitted.
 */
@Entity('shipments')
export class Shipment {
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  masterKeyId: string;

  /** The row's data key, encrypted under the master key. */
  @Column('bytea')
  wrappedKey: Buffer;

  /** The recipient, encrypted under the data key. */
  @Column('bytea')
  recipient: Buffer;

  @Column('timestamptz')
  submittedAt: Date;
}
