import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of a project's development log. The database refuses every change except to the rendered HTML. */
@Entity('logs')
export class Log {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  /** Unique within the project. */
  @Column('bigint')
  sequence: string;

  /** Increases with each stored log, whatever its sequence. */
  @Column('bigint')
  appendOrder: string;

  @Column('text')
  title: string;

  /** Which of the two bodies was sent. The other one is derived from it. */
  @Column('text')
  writtenAs: 'text' | 'markdown';

  @Column('text')
  text: string;

  @Column('text')
  contentMd: string;

  @Column('text')
  contentHtml: string;

  /** The newest renderer version that was tried for `contentHtml`. If it failed, the HTML is from an older version. */
  @Column('integer')
  rendererVersion: number;

  @Column('timestamptz')
  createdAt: Date;
}
