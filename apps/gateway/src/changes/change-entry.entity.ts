import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who changed what. Rows are never changed or removed: the database refuses it. */
@Entity('change_entries')
export class ChangeEntry {
  @PrimaryColumn('uuid')
  id: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('text')
  actorKind: 'admin_key' | 'console_user';

  @Column('uuid')
  actorId: string;

  /** As it was then: the name of the key, or the user's email. */
  @Column('text')
  actorName: string;

  @Column('text')
  requestId: string;

  /** `<noun>.<verb>`, such as `customer.update`. */
  @Column('text')
  action: string;

  @Column('text')
  subjectId: string;

  /** The view of the subject, which shows no secret; null before it was there. */
  @Column('jsonb', { nullable: true })
  before: object | null;

  /** Null after it was removed. */
  @Column('jsonb', { nullable: true })
  after: object | null;
}
