import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ActorKind } from './actor';

@Entity('change_entries')
export class ChangeEntry {
  @PrimaryColumn('uuid')
  id: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('text')
  actorKind: ActorKind;

  @Column('uuid')
  actorId: string;

  /** The name of the key or the user's email at that time. */
  @Column('text')
  actorName: string;

  @Column('text')
  requestId: string;

  /** `<noun>.<verb>`, such as `customer.update`. */
  @Column('text')
  action: string;

  @Column('text')
  subjectId: string;

  @Column('jsonb', { nullable: true })
  before: object | null;

  @Column('jsonb', { nullable: true })
  after: object | null;
}
