import { answerInterview } from './answer-interview';
import { answerReview } from './answer-review';

export function answerStructured(schemaName: unknown, question: string): object | undefined {
  return answerReview(schemaName, question) ?? answerInterview(schemaName, question);
}
