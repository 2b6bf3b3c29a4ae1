import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('logs')
export class Log {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('bigint')
  sequence: string;

  /** Increases with each stored log, whatever its sequence. */
  @Column('bigint')
  appendOrder: string;

  @Column('text')
  title: string;

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

  @Column('timestamptz', { nullable: true })
  removedAt: Date | null;

  /** When its maker took it back. It is removed too. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt: Date | null;
}
