import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('member_sessions')
export class MemberSession {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  memberId: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  /** When it was last used, up to a minute late. */
  @Column('timestamptz')
  lastSeenAt: Date;

  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
