import { waitUntil } from '@shipyard/testing';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

async function killWorker(mail: MailStack): Promise<void> {
  const restarted = mail.stack.processes.submissionWorker.restarted();
  mail.stack.processes.submissionWorker.kill('SIGKILL');
  await restarted;
}

const copiesTo = (mail: MailStack, party: MailParty) =>
  mail.server.to(party.email).map(({ parsed }) => [parsed.messageId, parsed.date]);

export function describeMailKills(mail: MailStack): void {
  it('before it has claimed the mail', async () => {
    const party = await MailParty.begin(mail.stack);
    const restarted = mail.stack.processes.submissionWorker.restarted();
    mail.stack.processes.submissionWorker.kill('SIGKILL');
    const id = await party.add('review_failed');
    await restarted;
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    expect(copiesTo(mail, party)).toHaveLength(1);
  });

  it('while the server has the data and has not answered', async () => {
    const party = await MailParty.begin(mail.stack);
    let hasData = () => {};
    const data = new Promise<void>((resolve) => (hasData = resolve));
    mail.server.behave(party.email, { beforeAnswer: () => (hasData(), new Promise(() => undefined)) });
    const id = await party.add('review_failed');
    await data;
    await killWorker(mail);
    mail.server.behave(party.email, {});
    // Until the lease ends, no worker takes the mail.
    expect(await party.row(id)).toMatchObject({ outcome: null, attempts: 1 });
    await party.letTimePass(id);
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
    const [first, second, ...more] = copiesTo(mail, party);
    expect([second, more]).toEqual([first, []]);
  });

  it('at any moment: nothing is lost, and only what was in flight arrives twice', async () => {
    const parties = await Promise.all(Array.from({ length: 6 }, () => MailParty.begin(mail.stack)));
    await Promise.all(parties.flatMap((party) => Array.from({ length: 5 }, () => party.add('staff_digest'))));
    // Digests without a staff role are dropped; the mails below are sent.
    const ids = await Promise.all(parties.map((party) => party.add('review_failed')));
    await killWorker(mail);
    await killWorker(mail);
    await mail.stack.query('submission', 'UPDATE mail_outbox SET next_attempt_at = now() WHERE ended_at IS NULL');
    for (const [at, party] of parties.entries()) {
      expect(await party.endedRow(ids[at] ?? '')).toMatchObject({ outcome: 'sent' });
      const copies = copiesTo(mail, party);
      expect(copies.length).toBeGreaterThan(0);
      expect(new Set(copies.map(([messageId]) => messageId)).size).toBe(1);
      expect(copies.length).toBeLessThanOrEqual((await party.row(ids[at] ?? '')).attempts);
    }
  });
}

export function describeKillsBeforeTheMark(mail: MailStack): void {
  it('between the answer of the server and the mark', async () => {
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
      () =>
        mail.stack.query(
          'submission',
          `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mail_outbox SET ended_at%'`,
        ),
      (waiting) => waiting.length > 0,
    );
    await killWorker(mail);
    mail.server.behave(party.email, {});
    // Postgres may still run the statement of the dead worker.
    await mail.stack.query(
      'submission',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mail_outbox SET ended_at%'`,
    );
    await database.query('ROLLBACK');
    await database.end();
    await party.letTimePass(id);
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
    const [first, second, ...more] = copiesTo(mail, party);
    expect([second, more]).toEqual([first, []]);
  });
}
