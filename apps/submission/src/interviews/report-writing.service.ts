import { Inject, Injectable } from '@nestjs/common';
import { INTERVIEW_REPORT, INTERVIEW_REPORT_SCHEMA } from '@shipyard/contracts';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { ModelCallFailed, ModelGateway } from '../model/model-gateway';
import { LOGGER } from '../runtime.module';
import { InterviewMaterialService } from './interview-material.service';
import { readReport } from './interview-outputs';
import { reportMessages } from './interview-prompt';

/** A report that is of no use is asked for again once. */
const USELESS_LIMIT = 2;
const CALL_AGAIN = { everySeconds: 15, forMinutes: 30 };

interface Request {
  projectId: string;
  total: number;
  fence: string;
  failedAnswers: number;
}

/**
 * Writes the report of an interview that has ended:
 * 1. Stop if it is written or left out.
 * 2. Ask the gateway with an Idempotency-Key that counts the useless answers. A job after a crash then gets the answer
 *    that was already paid for. No transaction is open.
 * 3. Store the report, if its citations are right.
 * 4. A useless answer is asked for again once. A failed call is repeated for half an hour. Then the interview stays
 *    without a report.
 */
@Injectable()
export class ReportWritingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ModelGateway,
    private readonly material: InterviewMaterialService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async write(interviewId: string): Promise<void> {
    const [request] = await this.dataSource.query<Request[]>(
      `SELECT interview.project_id AS "projectId", interview.question_count AS total, report.fence, report.failed_answers AS "failedAnswers"
       FROM interview_reports report JOIN interviews interview ON interview.id = report.interview_id
       WHERE report.interview_id = $1 AND report.status = 'queued'`,
      [interviewId],
    );
    if (!request) return;
    try {
      const report = await this.ask(interviewId, request);
      if (report === null) return await this.countUseless(interviewId, request.failedAnswers);
      await this.dataSource.query(
        `UPDATE interview_reports SET status = 'written', written_at = now(), explained_well = $2, not_explained = $3
         WHERE interview_id = $1 AND status = 'queued'`,
        [interviewId, JSON.stringify(report.explainedWell), JSON.stringify(report.notExplained)],
      );
    } catch (error) {
      if (!(error instanceof ModelCallFailed)) throw error;
      this.logger.warn({ err: error, interview_id: interviewId }, 'The report of an interview is asked for again');
      await this.callAgain(interviewId);
    }
  }

  private async ask(interviewId: string, { projectId, total, fence, failedAnswers }: Request) {
    // The gateway client limits the time of each call.
    const { signal } = new AbortController();
    const asked = await this.dataSource.query<{ index: number; question: string; answer: string }[]>(
      'SELECT index, text AS question, answer FROM interview_questions WHERE interview_id = $1 AND text IS NOT NULL AND answer IS NOT NULL ORDER BY index',
      [interviewId],
    );
    const model = await this.gateway.model(signal);
    const material = await this.material.read({ projectId, model, asked, facts: { total } });
    const word = fence.replaceAll('-', '');
    const { content } = await this.gateway.ask(
      { messages: reportMessages(material, word), schemaName: INTERVIEW_REPORT, schema: INTERVIEW_REPORT_SCHEMA },
      `interview-${interviewId}-report-${failedAnswers + 1}`,
      signal,
    );
    return readReport(content, new Set(asked.map(({ index }) => index)), word);
  }

  /** The condition on the count keeps a second job for the same answer from counting it again. */
  private async countUseless(interviewId: string, failedAnswers: number): Promise<void> {
    this.logger.warn({ interview_id: interviewId }, 'The report of an interview is of no use');
    await this.dataSource.query(
      `UPDATE interview_reports SET failed_answers = failed_answers + 1, next_run_at = now(),
         status = CASE WHEN failed_answers + 1 >= $3 THEN 'left_out' ELSE 'queued' END
       WHERE interview_id = $1 AND status = 'queued' AND failed_answers = $2`,
      [interviewId, failedAnswers, USELESS_LIMIT],
    );
  }

  private async callAgain(interviewId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE interview_reports SET next_run_at = now() + make_interval(secs => $2),
         status = CASE WHEN requested_at <= now() - make_interval(mins => $3) THEN 'left_out' ELSE 'queued' END
       WHERE interview_id = $1 AND status = 'queued'`,
      [interviewId, CALL_AGAIN.everySeconds, CALL_AGAIN.forMinutes],
    );
  }
}
