import type { RubricItem } from '@shipyard/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type { RubricItem };

@Entity('programs')
export class Program {
  /** 1-64 of `[a-z0-9-]`. */
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

  /** Closed by staff, whatever the dates say. */
  @Column('boolean')
  closed: boolean;

  /** How many logs a project needs before a review; at least 1. */
  @Column('integer')
  logsRequired: number;

  /** 0-20; 0 means no interviews. */
  @Column('integer')
  interviewQuestions: number;

  /** The items that a review scores, in the order that staff chose. May be empty. */
  @Column('jsonb')
  rubric: RubricItem[];

  @Column('text', { nullable: true })
  prizeName: string | null;

  /** Whether the prize is sent by post. Null without a prize. */
  @Column('boolean', { nullable: true })
  prizeHardware: boolean | null;
}
