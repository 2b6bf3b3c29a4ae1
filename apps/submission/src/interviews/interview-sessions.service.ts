import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ResponseRecorder, tokenInvalid } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { signsIn } from '../model/instruction-signs';
import { ProjectReadsService } from '../project-reads';
import { projectErrors, ProjectsService, ProjectWrites } from '../projects';
import { type AskedRow, placeAnswer } from './answer-place';
import { InterviewJobs } from './interview-jobs';
import type { InterviewSession } from './interview-session.guard';
import type { AnsweredView, OpenInterviewView, QuestionView } from './interview.view';
import type { AnswerDto } from './interviews.dto';
import { prepareQuestion, QUESTION_WITHIN_MS, requestQuestion } from './question-rows';

const LOOK_EVERY_MS = 100;

type Session = Pick<InterviewSession, 'interviewId' | 'projectId'>;

export interface CurrentInterview extends Session {
  isOpen: boolean;
}

interface LockedSession {
  total: number;
}

/** What the holder of a session token does: reads the open question, and answers it. */
@Injectable()
export class InterviewSessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly jobs: InterviewJobs,
  ) {}

  /** Returns the interview that counts for the project now. `isOpen`: it can be answered. */
  async current(projectId: string): Promise<CurrentInterview | null> {
    const [interview] = await this.dataSource.query<CurrentInterview[]>(
      `SELECT interview.id AS "interviewId", project.id AS "projectId",
         coalesce(interview.session_expires_at > now(), false) AND interview.finished_at IS NULL AND project.state = 'interviewing' AS "isOpen"
       FROM interviews interview JOIN projects project ON project.id = interview.project_id
       WHERE project.id = $1 AND interview.superseded_at IS NULL`,
      [projectId],
    );
    return interview ?? null;
  }

  async read(session: Session, sessionToken: string): Promise<{ interview: OpenInterviewView }> {
    const { interviewId, projectId } = session;
    const project = await this.reads.summary(this.dataSource.manager, projectId);
    const [interview] = await this.dataSource.query<{ expiresAt: Date; total: number; answered: number }[]>(
      `SELECT session_expires_at AS "expiresAt", question_count AS total,
         (SELECT count(*)::integer FROM interview_questions WHERE interview_id = $1 AND answer IS NOT NULL) AS answered
       FROM interviews WHERE id = $1 AND session_expires_at IS NOT NULL`,
      [interviewId],
    );
    if (!interview) throw tokenInvalid();
    const { expiresAt, total, answered } = interview;
    const done = answered >= total;
    return {
      interview: {
        id: interviewId,
        project,
        creator: project.creator,
        session_token: sessionToken,
        expires_at: expiresAt,
        question: done ? null : await this.ask(session, answered + 1, total),
        done,
      },
    };
  }

  /**
   * Takes an answer:
   * 1. In one transaction: check that the session is still valid, find the question that the answer belongs to, and
   *    store the answer. The last one ends the interview and requests its report.
   * 2. After the commit, wait for the next question, which was requested when the last one was asked.
   * A retry of an answer gets the same response again.
   */
  async answer(
    session: Session,
    recorder: ResponseRecorder,
    input: AnswerDto,
    idempotencyKey: string | undefined,
  ): Promise<AnsweredView> {
    const { interviewId, projectId } = session;
    const keyHash = idempotencyKey === undefined ? null : createHash('sha256').update(idempotencyKey).digest();
    const { index, total } = await this.writes.run(projectId, (manager) =>
      this.store(manager, session, input, keyHash),
    );
    const done = index === total;
    if (done) await this.jobs.enqueue({ interviewId, question: null });
    const answered = { question: done ? null : await this.ask(session, index + 1, total), done };
    return this.dataSource.transaction((manager) => recorder.record(manager, answered, projectId));
  }

  /**
   * Returns the question of this number. Waits while it is drawn, without a transaction, and takes the prepared one if
   * that takes too long. Then requests the next one, which is drawn while the participant reads.
   */
  async ask(session: Session, index: number, total: number): Promise<QuestionView> {
    const { interviewId } = session;
    const { manager } = this.dataSource;
    for (;;) {
      const [question] = await manager.query<{ isReady: boolean; isLate: boolean }[]>(
        `SELECT text IS NOT NULL AS "isReady", coalesce(requested_at <= now() - make_interval(secs => $3), false) AS "isLate"
         FROM interview_questions WHERE interview_id = $1 AND index = $2`,
        [interviewId, index, QUESTION_WITHIN_MS / 1_000],
      );
      if (question?.isReady) break;
      if (!question) await this.request(session, index);
      else if (question.isLate) await prepareQuestion(manager, { ...session, index });
      else await sleep(LOOK_EVERY_MS);
    }
    const [[asked]] = await manager.query<[{ text: string | null }[], number]>(
      'UPDATE interview_questions SET asked_at = coalesce(asked_at, now()) WHERE interview_id = $1 AND index = $2 RETURNING text',
      [interviewId, index],
    );
    if (!asked || asked.text === null) throw tokenInvalid();
    if (index < total) await this.request(session, index + 1);
    return { index, total, text: asked.text };
  }

  private async request({ interviewId }: Session, index: number): Promise<void> {
    const [interview] = await this.dataSource.query<{ id: string }[]>('SELECT id FROM interviews WHERE id = $1', [
      interviewId,
    ]);
    // It was erased with its project.
    if (!interview) throw tokenInvalid();
    if (await requestQuestion(this.dataSource.manager, { interviewId, index }))
      await this.jobs.enqueue({ interviewId, question: index });
  }

  private async store(
    manager: EntityManager,
    { interviewId, projectId }: Session,
    { answer, index }: AnswerDto,
    keyHash: Buffer | null,
  ): Promise<{ index: number; total: number }> {
    const state = await this.projects.lock(manager, projectId);
    const [session] = await manager.query<LockedSession[]>(
      `SELECT question_count AS total FROM interviews
       WHERE id = $1 AND superseded_at IS NULL AND session_expires_at > clock_timestamp() FOR UPDATE`,
      [interviewId],
    );
    if (!session || state !== 'interviewing') throw tokenInvalid();
    const { total } = session;
    const asked = await manager.query<AskedRow[]>(
      `SELECT index, answer, coalesce(answer_key_hash = $2, false) AS "hasKey" FROM interview_questions
       WHERE interview_id = $1 AND asked_at IS NOT NULL ORDER BY index`,
      [interviewId, keyHash],
    );
    const place = placeAnswer(asked, { answer, index });
    if (place.kind === 'replay') return { index: place.index, total };
    if (place.kind === 'conflict') {
      throw projectErrors.STATE_CONFLICT({
        message:
          place.open === null
            ? 'This answer belongs to no open question. GET the interview to see whether it has ended.'
            : `Question ${place.open} is open, and answers do not change. Send its index.`,
        details: { state, allowed: [] },
      });
    }
    const flags = signsIn(answer);
    await manager.query(
      `UPDATE interview_questions SET answer = $3, answered_at = now(), answer_key_hash = $4, flags = $5
       WHERE interview_id = $1 AND index = $2 AND answer IS NULL`,
      [interviewId, place.index, answer, keyHash, JSON.stringify(flags)],
    );
    if (place.index === total) await this.finish(manager, interviewId);
    return { index: place.index, total };
  }

  private async finish(manager: EntityManager, interviewId: string): Promise<void> {
    await manager.query('UPDATE interviews SET finished_at = now() WHERE id = $1 AND finished_at IS NULL', [
      interviewId,
    ]);
    await manager.query('INSERT INTO interview_reports (interview_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      interviewId,
    ]);
  }
}
