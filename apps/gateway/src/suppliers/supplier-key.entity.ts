import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Our credential at a supplier, sealed with a master key. */
@Entity('supplier_keys')
export class SupplierKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  supplierId: string;

  @Column('text')
  masterKeyId: string;

  /** AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the ciphertext. */
  @Column('bytea')
  sealed: Buffer;

  @Column('text')
  last4: string;

  /** Keys from the catalog file follow the file; others are the operator's own. */
  @Column('boolean')
  fromFile: boolean;

  /** Until when it is used only where all others rest too; null: it never rested. */
  @Column('timestamptz', { nullable: true })
  restsUntil: Date | null;

  /** Until when it is not used at all. */
  @Column('timestamptz', { nullable: true })
  closedUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
