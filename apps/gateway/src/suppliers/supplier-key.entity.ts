import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  /** Keys from the catalog file follow the file; the others are the operator's. */
  @Column('boolean')
  fromFile: boolean;

  /** Until then it is used only if all others rest too; null: never rested. */
  @Column('timestamptz', { nullable: true })
  restsUntil: Date | null;

  /** Until then it is not used at all. */
  @Column('timestamptz', { nullable: true })
  closedUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
