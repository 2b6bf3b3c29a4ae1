import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Review } from './review.entity';
import { ReviewCallFailed, ReviewGateway, type ReviewQuestion } from './review-gateway';

/**
 * Asks each question of a review once, in this order:
 * 1. an answer that is stored already is taken: a run before this one has paid for it;
 * 2. the gateway is asked under a key that counts the review's failed answers, so that a run that follows a crash is given the answer that
 *    was paid for already, and one that follows a useless answer a new one;
 * 3. the answer is stored with what it cost, before anything else is done with it; the text of a useless one is not.
 */
@Injectable()
export class ReviewAnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ReviewGateway,
  ) {}

  /** `read` answers null where the model's text is of no use. Throws ReviewCallFailed. */
  async ask<Answer>(review: Review, pass: string, question: ReviewQuestion, read: (content: unknown) => Answer | null, signal: AbortSignal): Promise<Answer> {
    const [stored] = await this.dataSource.query<{ content: string }[]>(
      'SELECT content FROM review_answers WHERE review_id = $1 AND pass = $2 AND content IS NOT NULL ORDER BY attempt DESC LIMIT 1',
      [review.id, pass],
    );
    const known = stored && read(stored.content);
    if (known) return known;
    const attempt = review.failedAnswers + 1;
    const { content, promptTokens, completionTokens, costNano } = await this.gateway.ask(question, `review-${review.id}-${pass}-${attempt}`, signal);
    const answer = read(content);
    await this.dataSource.query(
      `WITH paid AS (
         INSERT INTO review_answers (review_id, pass, attempt, content, prompt_tokens, completion_tokens, cost_nano) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING RETURNING prompt_tokens, completion_tokens, cost_nano
       )
       UPDATE reviews SET unreachable_since = NULL, prompt_tokens = reviews.prompt_tokens + paid.prompt_tokens,
         completion_tokens = reviews.completion_tokens + paid.completion_tokens, cost_nano = reviews.cost_nano + paid.cost_nano
       FROM paid WHERE reviews.id = $1`,
      [review.id, pass, attempt, answer === null ? null : content, promptTokens, completionTokens, costNano.toString()],
    );
    if (answer === null) throw new ReviewCallFailed({ kind: 'answered' }, `The answer to ${pass} is of no use`);
    review.unreachableSince = null;
    return answer;
  }
}
