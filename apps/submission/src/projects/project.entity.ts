import type { ProjectState, ProjectStatus, Visibility } from '@shipyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Without the columns that are fields of a project: statements name them from PROJECT_FIELDS. */
@Entity('projects')
export class Project {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  slug: string;

  @Column('text')
  programId: string;

  @Column('uuid')
  ownerId: string;

  /** Who may see the project now: `private` while it is hidden, else what its owner chose. Written by the database. */
  @Column({ type: 'text', update: false })
  visibility: Visibility;

  @Column('timestamptz', { nullable: true })
  hiddenAt: Date | null;

  @Column('timestamptz', { nullable: true })
  guardianHiddenAt: Date | null;

  /** Nobody can see the project any more, and the worker erases it. */
  @Column('timestamptz', { nullable: true })
  erasingAt: Date | null;

  @Column('text')
  projectStatus: ProjectStatus;

  @Column('text')
  state: ProjectState;

  @Column('uuid', { nullable: true })
  headerAssetId: string | null;

  @Column('text', { nullable: true })
  headerSource: 'readme' | 'set' | null;

  @Column('integer')
  logCount: number;

  @Column('bigint')
  lastSequence: string;

  @Column('timestamptz', { nullable: true })
  shippedAt: Date | null;

  @Column('uuid', { nullable: true })
  claimedBy: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
