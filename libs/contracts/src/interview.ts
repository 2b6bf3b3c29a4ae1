/** What the interview worker asks a model for, and what the gateway's sandbox answers under these schema names. */

import { listOf, objectOf, text } from './answer-schema';
import type { ProjectReviewFacts, RubricItem } from './project-review';

export const INTERVIEW_QUESTION = 'interview_question';
export const INTERVIEW_REPORT = 'interview_report';

export interface InterviewFacts {
  project: ProjectReviewFacts['project'];
  log_count: number;
  /** What the program looks at. */
  rubric: RubricItem[];
  /** The number of the question that is asked for, from 1. Absent for a report. */
  index?: number;
  /** How many questions the interview has. */
  total: number;
}

/** What the latest review said. */
export const REVIEW_BLOCK = 'review';
export const questionBlock = (index: number) => `question ${index}`;
export const answerBlock = (index: number) => `answer ${index}`;

export interface InterviewQuestionOutput {
  question: string;
}

/** A remark with the numbers of the answers that it is drawn from. */
export interface InterviewRemark {
  text: string;
  answers: number[];
}

export interface InterviewReportOutput {
  explained_well: InterviewRemark[];
  not_explained: InterviewRemark[];
}

const remark = objectOf({
  text,
  answers: { ...listOf({ type: 'integer' }), description: 'The numbers of the answers that show it. At least one.' },
});

export const INTERVIEW_QUESTION_SCHEMA = objectOf({ question: text });

export const INTERVIEW_REPORT_SCHEMA = objectOf({ explained_well: listOf(remark), not_explained: listOf(remark) });
