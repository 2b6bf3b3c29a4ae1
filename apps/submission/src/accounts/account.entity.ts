import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const ROLES = ['participant', 'reviewer', 'fulfilment', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const STAFF_ROLES = ['reviewer', 'fulfilment', 'admin'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];

export const LOCALES = ['en', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];

@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  handle: string;

  @Column('text')
  displayName: string;

  @Column('text')
  bio: string;

  @Column('text')
  locale: Locale;

  @Column('text')
  email: string;

  @Column('text')
  passwordHash: string;

  @Column('date', { nullable: true })
  birthDate: string | null;

  /** No mail beyond what signing in needs. */
  @Column('boolean')
  mailOptOut: boolean;

  @Column('timestamptz', { nullable: true })
  emailConfirmedAt: Date | null;

  @Column('text', { array: true })
  roles: Role[];

  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;

  /** The row of a deleted account stays without personal data, because audit entries refer to it. */
  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
