import { Inject, Injectable } from '@nestjs/common';
import { INTERVIEW_QUESTION, INTERVIEW_QUESTION_SCHEMA } from '@shipyard/contracts';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { ModelGateway } from '../model/model-gateway';
import { LOGGER } from '../runtime.module';
import { InterviewMaterialService } from './interview-material.service';
import { readQuestion } from './interview-outputs';
import { type AskedQuestion, questionMessages } from './interview-prompt';
import { prepareQuestion, QUESTION_WITHIN_MS } from './question-rows';

interface Draw {
  projectId: string;
  total: number;
  fence: string;
}

/**
 * Draws a question while the participant still reads the one before:
 * 1. Stop if the question already has a text, or the interview is over.
 * 2. Ask the gateway, for at most 20 seconds. No transaction is open.
 * 3. Store the question, unless a prepared one was asked in the meantime.
 * 4. If no useful question came, store a prepared one, so that nobody waits for it.
 */
@Injectable()
export class QuestionDrawingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ModelGateway,
    private readonly material: InterviewMaterialService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async draw(interviewId: string, index: number): Promise<void> {
    const [draw] = await this.dataSource.query<Draw[]>(
      `SELECT interview.project_id AS "projectId", interview.question_count AS total, question.fence
       FROM interview_questions question JOIN interviews interview ON interview.id = question.interview_id
       WHERE question.interview_id = $1 AND question.index = $2 AND question.text IS NULL AND interview.superseded_at IS NULL`,
      [interviewId, index],
    );
    if (!draw) return;
    const question = await this.ask(interviewId, index, draw).catch((error: unknown) => {
      this.logger.warn({ err: error, interview_id: interviewId, question: index }, 'No question was drawn');
      return null;
    });
    if (question === null) await prepareQuestion(this.dataSource.manager, { interviewId, index, ...draw });
    else
      await this.dataSource.query(
        `UPDATE interview_questions SET text = $3, source = 'drawn' WHERE interview_id = $1 AND index = $2 AND text IS NULL`,
        [interviewId, index, question],
      );
  }

  private async ask(interviewId: string, index: number, { projectId, total, fence }: Draw): Promise<string | null> {
    const signal = AbortSignal.timeout(QUESTION_WITHIN_MS);
    const asked = await this.dataSource.query<(Omit<AskedQuestion, 'question'> & { question: string | null })[]>(
      'SELECT index, text AS question, answer FROM interview_questions WHERE interview_id = $1 AND index < $2 ORDER BY index',
      [interviewId, index],
    );
    const known = asked.flatMap(({ question, ...rest }) => (question === null ? [] : [{ ...rest, question }]));
    const material = await this.material.read({
      projectId,
      model: await this.gateway.model(signal),
      asked: known,
      facts: { index, total },
    });
    const word = fence.replaceAll('-', '');
    const { content } = await this.gateway.ask(
      {
        messages: questionMessages(material, word),
        schemaName: INTERVIEW_QUESTION,
        schema: INTERVIEW_QUESTION_SCHEMA,
      },
      `interview-${interviewId}-question-${index}`,
      signal,
    );
    return readQuestion(
      content,
      known.map(({ question }) => question),
      word,
    );
  }
}
