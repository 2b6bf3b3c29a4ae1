import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AdminRole } from './admin-key.entity';

/** A user of the operator console. The password is stored as its Argon2id hash. */
@Entity('console_users')
export class ConsoleUser {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  email: string;

  @Column('text')
  passwordHash: string;

  @Column('text')
  role: AdminRole;

  @Column('timestamptz')
  createdAt: Date;
}
