import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A viewer reads. An operator may not manage admin keys and console users. An owner may do everything. */
export const ADMIN_ROLES = ['viewer', 'operator', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

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
