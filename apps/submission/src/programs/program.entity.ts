import type { RubricItem } from '@shipyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type { RubricItem };

@Entity('programs')
export class Program {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  tagline: string;

  @Column('text')
  descriptionMd: string;

  @Column('text')
  descriptionHtml: string;

  @Column('timestamptz', { nullable: true })
  startsAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  @Column('boolean')
  closed: boolean;

  @Column('integer')
  logsRequired: number;

  @Column('integer')
  interviewQuestions: number;

  @Column('jsonb')
  rubric: RubricItem[];

  @Column('text', { nullable: true })
  prizeName: string | null;

  @Column('boolean', { nullable: true })
  prizeHardware: boolean | null;
}
