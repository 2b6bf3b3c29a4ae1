import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product that a key may open: chat needs `text`, images `image`, searches `search`. */
export type Scope = 'text' | 'image' | 'search';

/** A customer's key for /v1. The secret is kept as its SHA-256 only. */
@Entity('enterprise_keys')
export class EnterpriseKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: string;

  @Column('text')
  name: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('text')
  last4: string;

  @Column('text', { array: true })
  scopes: Scope[];

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
