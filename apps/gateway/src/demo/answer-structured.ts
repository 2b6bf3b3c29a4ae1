import { answerInterview } from './answer-interview';
import { answerReview } from './answer-review';

/** Answers the workers of the demo, so that a fresh checkout walks the whole lifecycle offline. */
export function answerStructured(schemaName: unknown, question: string): object | undefined {
  return answerReview(schemaName, question) ?? answerInterview(schemaName, question);
}
