import { randomBytes } from 'node:crypto';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase, sweepOnce } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { interviewExpirySweeper } from './interview-expiry-sweeper';

jest.setTimeout(120_000);

describe('the sweep of expired interviews', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(ownerUrl, createLogger('specs'), 'specs').initialize();
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
  });

  afterAll(() => dataSource.destroy());

  const sweep = () => sweepOnce(interviewExpirySweeper, dataSource);

  async function makeOwner(): Promise<string> {
    const id = uuidv7();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'Ada', $2 || '@example.org', '')`,
      [id, `ada-${id.slice(-12)}`],
    );
    return id;
  }

  async function expire(ownerId: string, { age = '1 second', state = 'interviewing', answered = false } = {}) {
    const [projectId, interviewId] = [uuidv7(), uuidv7()];
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color, state) VALUES ($1, $2, 'program', $3, 'Kiln', '#000000', $4)`,
      [projectId, projectId.slice(-12), ownerId, state],
    );
    await dataSource.query(
      `INSERT INTO interviews (id, project_id, question_count, credential_hash, credential_expires_at, redeemed_at, session_hash, session_expires_at)
       VALUES ($1, $2, 5, $3, now(), now(), $4, now() - $5::interval)`,
      [interviewId, projectId, randomBytes(32), randomBytes(32), age],
    );
    if (answered)
      await dataSource.query(
        `INSERT INTO interview_questions (interview_id, index, text, answer, answered_at) VALUES ($1, 1, 'Why?', 'Because.', now())`,
        [interviewId],
      );
    return { projectId, interviewId };
  }

  const outcomeOf = async (interviewId: string) => {
    const [row] = await dataSource.query<{ outcome: string }[]>(
      `SELECT concat_ws(', ', CASE WHEN expiry_handled_at IS NOT NULL THEN 'handled' END, CASE WHEN finished_at = session_expires_at THEN 'finished' END,
         (SELECT 'report' FROM interview_reports WHERE interview_id = $1),
         (SELECT 'mail' FROM mail_outbox WHERE key = 'interview_expired-' || $1)) AS outcome FROM interviews WHERE id = $1`,
      [interviewId],
    );
    return row?.outcome;
  };

  it('handles each once, also when the worker was away for long', async () => {
    const ownerId = await makeOwner();
    const unanswered = await expire(ownerId, { age: '3 days' });
    const answered = await expire(ownerId, { age: '3 days', answered: true });
    const decided = await expire(ownerId, { answered: true, state: 'approved_to_ship' });
    const all = [unanswered, answered, decided];
    const outcomes = () => Promise.all(all.map(({ interviewId }) => outcomeOf(interviewId)));
    await Promise.all([sweep(), sweep()]);
    expect(await outcomes()).toEqual(['handled, mail', 'handled, finished, report, mail', 'handled']);
    await dataSource.query('DELETE FROM mail_outbox');
    await sweep();
    expect(await outcomes()).toEqual(['handled', 'handled, finished, report', 'handled']);
  });

  it('passes over a locked project, and does not deadlock with the deletion of its account', async () => {
    const [leaving, other] = [await makeOwner(), await makeOwner()];
    const held = await expire(leaving, { age: '1 hour' });
    const free = await expire(other);
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [held.projectId]);
      await sweep();
      expect([await outcomeOf(held.interviewId), await outcomeOf(free.interviewId)]).toEqual(['', 'handled, mail']);
      await manager.query(`SELECT close_account($1, 'delete')`, [leaving]);
    });
    await sweep();
    expect(await outcomeOf(held.interviewId)).toBeUndefined();
  });

  it('handles the others when one fails, and that one when it works again', async () => {
    const ownerId = await makeOwner();
    const failing = await expire(ownerId, { age: '1 hour' });
    const other = await expire(ownerId);
    await dataSource.query(
      `ALTER TABLE mail_outbox ADD CONSTRAINT refused CHECK (project_id <> '${failing.projectId}') NOT VALID`,
    );
    await expect(sweep()).rejects.toThrow('1 expired interviews were not handled');
    const outcomes = () => Promise.all([failing, other].map(({ interviewId }) => outcomeOf(interviewId)));
    expect(await outcomes()).toEqual(['', 'handled, mail']);
    await dataSource.query('ALTER TABLE mail_outbox DROP CONSTRAINT refused');
    await sweep();
    expect(await outcomes()).toEqual(['handled, mail', 'handled, mail']);
  });

  it('handles a hundred in a round', async () => {
    const ownerId = await makeOwner();
    for (let index = 0; index < 101; index += 1) await expire(ownerId);
    const waiting = async () =>
      (
        await dataSource.query<{ count: number }[]>(
          'SELECT count(*)::integer AS count FROM interviews WHERE expiry_handled_at IS NULL',
        )
      )[0]?.count;
    await sweep();
    expect(await waiting()).toBe(1);
    await sweep();
    expect(await waiting()).toBe(0);
  });
});
