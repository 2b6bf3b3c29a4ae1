import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member reads. An owner also manages keys and members. The check of `customer_members.role` lists the same. */
export const MEMBER_ROLES = ['member', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

@Entity('customer_members')
export class CustomerMember {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: string;

  @Column('text')
  email: string;

  @Column('text')
  role: MemberRole;

  /** Null until the invitation is accepted. */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
