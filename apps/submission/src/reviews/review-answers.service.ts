import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Review } from './review.entity';
import { ModelCallFailed, ModelGateway, type ModelQuestion } from '../model/model-gateway';

/**
 * Asks each question of a review once:
 * 1. Return a stored answer if an earlier run has paid for it.
 * 2. Ask the gateway with an Idempotency-Key that counts the review's failed answers. A run after a crash then gets the
 *    answer that was already paid for. A run after an unusable answer gets a new one.
 * 3. Store the answer with its cost before it is used. The text of an unusable answer is not stored.
 */
@Injectable()
export class ReviewAnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ModelGateway,
  ) {}

  async ask<Answer>(
    review: Review,
    pass: string,
    question: ModelQuestion,
    read: (content: unknown) => Answer | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    const [stored] = await this.dataSource.query<{ content: string }[]>(
      'SELECT content FROM review_answers WHERE review_id = $1 AND pass = $2 AND content IS NOT NULL ORDER BY attempt DESC LIMIT 1',
      [review.id, pass],
    );
    const known = stored && read(stored.content);
    if (known) return known;
    const attempt = review.failedAnswers + 1;
    const { content, promptTokens, completionTokens, costNano } = await this.gateway.ask(
      question,
      `review-${review.id}-${pass}-${attempt}`,
      signal,
    );
    const answer = read(content);
    // A review that has ended meanwhile keeps the cost of the answer, and not its content.
    await this.dataSource.query(
      `WITH review AS (SELECT id, status FROM reviews WHERE id = $1 FOR NO KEY UPDATE), paid AS (
         INSERT INTO review_answers (review_id, pass, attempt, content, prompt_tokens, completion_tokens, cost_nano)
         SELECT id, $2::text, $3::integer, CASE WHEN status IN ('queued', 'running') THEN $4::text END, $5::bigint, $6::bigint, $7::bigint FROM review
         ON CONFLICT DO NOTHING RETURNING prompt_tokens, completion_tokens, cost_nano
       )
       UPDATE reviews SET unreachable_since = NULL, prompt_tokens = reviews.prompt_tokens + paid.prompt_tokens,
         completion_tokens = reviews.completion_tokens + paid.completion_tokens, cost_nano = reviews.cost_nano + paid.cost_nano
       FROM paid WHERE reviews.id = $1`,
      [
        review.id,
        pass,
        attempt,
        answer === null ? null : String(content),
        promptTokens,
        completionTokens,
        costNano.toString(),
      ],
    );
    if (answer === null) throw new ModelCallFailed({ kind: 'answered' }, `The answer to ${pass} is of no use`);
    review.unreachableSince = null;
    return answer;
  }
}
