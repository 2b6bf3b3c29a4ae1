import { Column, Entity, PrimaryColumn } from 'typeorm';

/** viewer reads; operator does all but admin keys and console users; owner does all. */
export const ADMIN_ROLES = ['viewer', 'operator', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** An operator's key for /admin. The secret is kept as its SHA-256 only. */
@Entity('admin_keys')
export class AdminKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('text')
  last4: string;

  @Column('text')
  role: AdminRole;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
