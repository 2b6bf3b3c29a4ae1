import type { EntityManager } from 'typeorm';
import { readInterviewSubject } from '../project-reads';
import { preparedQuestion } from './prepared-questions';

/** After this time without a drawn question, a prepared one is asked. */
export const QUESTION_WITHIN_MS = 20_000;

export interface QuestionKey {
  interviewId: string;
  index: number;
}

/** Fills in the prepared question if there is none yet. */
export async function prepareQuestion(
  manager: EntityManager,
  { interviewId, index, projectId }: QuestionKey & { projectId: string },
): Promise<void> {
  const subject = await readInterviewSubject(manager, projectId);
  // The project was erased, and its interviews with it.
  if (!subject) return;
  await manager.query(
    'UPDATE interview_questions SET text = $3 WHERE interview_id = $1 AND index = $2 AND text IS NULL',
    [interviewId, index, preparedQuestion(subject, index)],
  );
}

/** Adds a question that is to be drawn. Returns whether it is new. */
export async function requestQuestion(manager: EntityManager, { interviewId, index }: QuestionKey): Promise<boolean> {
  const added = await manager.query<{ index: number }[]>(
    `INSERT INTO interview_questions (interview_id, index, asked_at) VALUES ($1, $2, NULL)
     ON CONFLICT DO NOTHING RETURNING index`,
    [interviewId, index],
  );
  return added.length > 0;
}
