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

  /** Of the renderer that made `html`. */
  @Column('integer')
  rendererVersion: number;

  @Column('timestamptz')
  updatedAt: Date;
}
