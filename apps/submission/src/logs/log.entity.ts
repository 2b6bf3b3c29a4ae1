import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of a project's development log. The database refuses every change but of what it renders to. */
@Entity('logs')
export class Log {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  /** Unique within the project. */
  @Column('bigint')
  sequence: string;

  /** Rises with each log that is stored, whatever its sequence. */
  @Column('bigint')
  appendOrder: string;

  @Column('text')
  title: string;

  /** Which of the two bodies was sent; the other is made from it. */
  @Column('text')
  writtenAs: 'text' | 'markdown';

  @Column('text')
  text: string;

  @Column('text')
  contentMd: string;

  @Column('text')
  contentHtml: string;

  /** The newest renderer that was asked for `contentHtml`; one that refused has left what an older one made. */
  @Column('integer')
  rendererVersion: number;

  @Column('timestamptz')
  createdAt: Date;
}
