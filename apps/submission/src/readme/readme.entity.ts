import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A project's README: what was sent, and what it renders to. Replaced as a whole. */
@Entity('readmes')
export class Readme {
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  markdown: string;

  @Column('text')
  html: string;

  /** The newest renderer that was asked for `html`; one that refused has left what an older one made. */
  @Column('integer')
  rendererVersion: number;

  @Column('timestamptz')
  updatedAt: Date;
}
