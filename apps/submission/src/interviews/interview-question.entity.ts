import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('interview_questions')
export class InterviewQuestion {
  @PrimaryColumn('uuid')
  interviewId: string;

  @PrimaryColumn('integer')
  index: number;

  @Column('text')
  text: string;
}
