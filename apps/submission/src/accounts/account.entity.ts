import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What an account may do. Everyone is a participant; the others are staff. */
export type Role = 'participant' | 'reviewer' | 'fulfilment' | 'admin';

@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  handle: string;

  @Column('text')
  displayName: string;

  @Column('text')
  email: string;

  /** Argon2id, in its own text form. */
  @Column('text')
  passwordHash: string;

  /** `YYYY-MM-DD`, or null where nobody has said. */
  @Column('date', { nullable: true })
  birthDate: string | null;

  @Column('text', { array: true })
  roles: Role[];

  @Column('timestamptz', { nullable: true })
  suspendedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
