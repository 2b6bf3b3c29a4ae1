import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What an account may do. Everyone is a participant; the others are staff. */
export const ROLES = ['participant', 'reviewer', 'fulfilment', 'admin'] as const;
export type Role = (typeof ROLES)[number];

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

  /** In the case that it was given in; no two accounts differ by case alone. */
  @Column('text')
  email: string;

  /** Argon2id, in its own text form. */
  @Column('text')
  passwordHash: string;

  /** `YYYY-MM-DD`, or null where nobody has said. */
  @Column('date', { nullable: true })
  birthDate: string | null;

  /** No mail but what a log-in needs. */
  @Column('boolean')
  mailOptOut: boolean;

  @Column('text', { array: true })
  roles: Role[];

  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
