import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('readmes')
export class Readme {
  @PrimaryColumn('uuid')
  projectId: string;

  @Column('text')
  markdown: string;

  @Column('text')
  html: string;

  /** The newest renderer version that was tried for `html`. If it failed, the HTML is from an older version. */
  @Column('integer')
  rendererVersion: number;

  @Column('timestamptz')
  updatedAt: Date;
}
