import { waitUntil } from '@shipyard/testing';
import type { Client } from 'pg';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

const copiesTo = (mail: MailStack, party: MailParty) =>
  mail.server.to(party.email).map(({ parsed }) => [parsed.messageId, parsed.date]);

/** Resolves when the server has the data of a mail. It never answers. */
async function sendWithoutAnswer(mail: MailStack): Promise<{ party: MailParty; id: string }> {
  const party = await MailParty.begin(mail.stack);
  let hasData = () => {};
  const data = new Promise<void>((resolve) => (hasData = resolve));
  mail.server.behave(party.email, { beforeAnswer: () => (hasData(), new Promise(() => undefined)) });
  const id = await party.add('review_failed');
  await data;
  return { party, id };
}

const WAITING_MARK = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mail_outbox SET ended_at%'`;

/** Resolves when the worker waits to mark a mail that the server has accepted. */
async function sendWithoutMark(mail: MailStack): Promise<{ party: MailParty; id: string; database: Client }> {
  const party = await MailParty.begin(mail.stack);
  const database = await mail.stack.connect('submission');
  mail.server.behave(party.email, {
    beforeAnswer: async () => {
      await database.query('BEGIN');
      await database.query('SELECT id FROM mail_outbox WHERE account_id = $1 FOR UPDATE', [party.accountId]);
    },
  });
  const id = await party.add('review_failed');
  await waitUntil(
    () => mail.stack.query('submission', `SELECT pid ${WAITING_MARK}`),
    (waiting) => waiting.length > 0,
  );
  return { party, id, database };
}

export function describeMailKills(mail: MailStack): void {
  it('a killed worker loses no mail, and repeats only what was in flight', async () => {
    const parties = await Promise.all(Array.from({ length: 6 }, () => MailParty.begin(mail.stack)));
    const unclaimed = await MailParty.begin(mail.stack);
    const [unanswered, unmarked] = await Promise.all([sendWithoutAnswer(mail), sendWithoutMark(mail)]);
    await Promise.all(parties.flatMap((party) => Array.from({ length: 5 }, () => party.add('staff_digest'))));
    // Digests without a staff role are dropped; the mails below are sent.
    const ids = await Promise.all(parties.map((party) => party.add('review_failed')));
    const { submissionWorker } = mail.stack.processes;
    const restarted = submissionWorker.restarted();
    submissionWorker.kill('SIGKILL');
    await restarted;
    // The next worker is taking over.
    const replaced = submissionWorker.replace('SIGKILL');
    const unclaimedId = await unclaimed.add('review_failed');
    await replaced;
    for (const { party } of [unanswered, unmarked]) mail.server.behave(party.email, {});
    // Until the lease ends, no worker takes the mail.
    expect(await unanswered.party.row(unanswered.id)).toMatchObject({ outcome: null, attempts: 1 });
    // Postgres may still run the statement of the dead worker.
    await mail.stack.query('submission', `SELECT pg_terminate_backend(pid) ${WAITING_MARK}`);
    await unmarked.database.query('ROLLBACK');
    await unmarked.database.end();
    // Not for the mail that had no lease when the workers died: it may be on its way now.
    await mail.stack.query(
      'submission',
      'UPDATE mail_outbox SET next_attempt_at = now() WHERE ended_at IS NULL AND id <> $1',
      [unclaimedId],
    );

    for (const [at, party] of parties.entries()) {
      expect(await party.endedRow(ids[at] ?? '')).toMatchObject({ outcome: 'sent' });
      const copies = copiesTo(mail, party);
      expect(copies.length).toBeGreaterThan(0);
      expect(new Set(copies.map(([messageId]) => messageId)).size).toBe(1);
      expect(copies.length).toBeLessThanOrEqual((await party.row(ids[at] ?? '')).attempts);
    }
    expect(await unclaimed.endedRow(unclaimedId)).toMatchObject({ outcome: 'sent', attempts: 1 });
    expect(copiesTo(mail, unclaimed)).toHaveLength(1);
    for (const { party, id } of [unanswered, unmarked]) {
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
      const [first, second, ...more] = copiesTo(mail, party);
      expect([second, more]).toEqual([first, []]);
    }
  });
}
