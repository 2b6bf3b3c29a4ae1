import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AdminRole } from './admin-key.entity';

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
