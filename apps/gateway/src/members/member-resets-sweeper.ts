import { takeMailRate } from '@shipyard/mail/rate';
import { plannedOnce } from '@shipyard/platform/database';
import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource, type EntityManager } from 'typeorm';
import { addMemberLink } from './member-link-rows';

const AT_ONCE = 200;
const RATE = { anHour: 3, aDay: 10 };

/**
 * Turns requests for a new password into mails. There is no queue: a job for known emails alone would show in the time of
 * the request.
 */
export const memberResetsSweeper = sweeper({
  name: 'requests of members for passwords',
  everyMs: 2_000,
  inject: [DataSource],
  async sweep(dataSource) {
    const [others] = await dataSource.query<{ areLeft: boolean }[]>(DROP_UNKNOWN);
    if (!others?.areLeft) return;
    for (let handled = 0; handled < AT_ONCE && (await dataSource.transaction(handleNext)); handled += 1);
  },
});

/** Deletes requests for unknown emails. */
const DROP_UNKNOWN = plannedOnce(`
  WITH dropped AS (DELETE FROM member_reset_requests WHERE member_id IS NULL)
  SELECT EXISTS (SELECT FROM member_reset_requests WHERE member_id IS NOT NULL) AS "areLeft"`);

/** False if there is none. Beyond the rate of an address, the links before stay valid, and no mail is sent. */
async function handleNext(manager: EntityManager): Promise<boolean> {
  const [[request]] = await manager.query<[{ memberId: string | null }[], number]>(
    plannedOnce(`DELETE FROM member_reset_requests WHERE id = (
       SELECT id FROM member_reset_requests WHERE member_id IS NOT NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING member_id AS "memberId"`),
  );
  if (!request?.memberId) return false;
  const [member] = await manager.query<{ id: string; email: string }[]>(
    'SELECT id, email FROM customer_members WHERE id = $1 FOR NO KEY UPDATE',
    [request.memberId],
  );
  if (member && (await takeMailRate(manager, member.email, RATE)))
    await addMemberLink(manager, { memberId: member.id, email: member.email, purpose: 'password_reset' });
  return true;
}

const BATCH = 1_000;

/** Deletes what nobody can use any more, a day later: links, and sessions. */
export const oldMemberRowsSweeper = sweeper({
  name: 'old links and sessions of members',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  async sweep(dataSource) {
    await inBatches(BATCH, () => deleteRows(dataSource, DELETE_LINKS));
    await inBatches(BATCH, () => deleteRows(dataSource, DELETE_SESSIONS));
  },
});

async function deleteRows(dataSource: DataSource, statement: string): Promise<number> {
  const [, deleted] = await dataSource.query<[unknown, number]>(statement);
  return deleted;
}

const DELETE_LINKS = `
  DELETE FROM member_links WHERE id IN (
    SELECT id FROM member_links WHERE expires_at < now() - interval '1 day' LIMIT ${BATCH})`;

const DELETE_SESSIONS = `
  DELETE FROM member_sessions WHERE id IN (
    SELECT id FROM member_sessions WHERE expires_at < now() - interval '1 day' LIMIT ${BATCH})`;
