import { Injectable } from '@nestjs/common';
import { PROJECT_REVIEW, PROJECT_REVIEW_SCHEMA } from '@shipyard/contracts';
import { type CheckedReview, readReviewAnswer } from './review-answer';
import { ReviewAnswersService } from './review-answers.service';
import { withReported } from './review-flags';
import { ModelGateway } from '../model/model-gateway';
import { readingNote } from './review-note';
import { reviewMessages } from './review-prompt';
import { fenceOf, ReviewReadingService } from './review-reading.service';
import type { Review, ReviewFlag, ReviewStage } from './review.entity';

export interface JudgingRun {
  review: Review;
  signal: AbortSignal;
  enter: (stage: ReviewStage, share?: number) => Promise<void>;
  flag: (flags: ReviewFlag[]) => Promise<void>;
}

@Injectable()
export class ReviewJudgingService {
  constructor(
    private readonly reading: ReviewReadingService,
    private readonly answers: ReviewAnswersService,
    private readonly gateway: ModelGateway,
  ) {}

  async judge({ review, signal, enter, flag }: JudgingRun): Promise<CheckedReview> {
    const model = await this.gateway.model(signal);
    await enter('reading');
    const { material, gaps, ground, texts, flags } = await this.reading.read({
      review,
      model,
      signal,
      onPass: (share) => enter('reading', share),
    });
    await flag(flags);
    await enter('judging');
    const question = {
      messages: reviewMessages(material, fenceOf(review)),
      schemaName: PROJECT_REVIEW,
      schema: PROJECT_REVIEW_SCHEMA,
    };
    const answer = await this.answers.ask(
      review,
      'review',
      question,
      (content) => readReviewAnswer(content, ground),
      signal,
    );
    await enter('checking');
    await flag(withReported(flags, answer.reported, texts));
    const note = readingNote(gaps);
    return note === '' ? answer : { ...answer, publicReview: `${answer.publicReview}\n\n${note}` };
  }
}
