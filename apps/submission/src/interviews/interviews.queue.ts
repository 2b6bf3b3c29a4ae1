export const INTERVIEWS_QUEUE = 'interviews';

export interface InterviewJob {
  interviewId: string;
  /** The number of the question to draw. Null: the report. */
  question: number | null;
}

/** One job for each question and report: the queue ignores a duplicate while it has the first. */
export const interviewJobId = ({ interviewId, question }: InterviewJob) =>
  `${interviewId}-${question === null ? 'report' : `question-${question}`}`;
