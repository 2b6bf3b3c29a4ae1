import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { MailOutbox } from './mail-outbox';

/** In UTC: the afternoon of China, and the morning of Europe. */
const DIGEST_HOUR = 7;

/** Adds the digest of the day for each member of the staff once, however many workers run. */
export async function addDigests(dataSource: DataSource, now: Date): Promise<void> {
  if (now.getUTCHours() < DIGEST_HOUR) return;
  const day = now.toISOString().slice(0, 10);
  const staff = await dataSource.query<{ accountId: string }[]>(
    `SELECT account.id AS "accountId" FROM accounts account
     WHERE cardinality(account.roles) > 1 AND account.email_confirmed_at IS NOT NULL AND NOT account.mail_opt_out
       AND account.suspended_at IS NULL AND account.mail_bounced_at IS NULL
       AND NOT EXISTS (SELECT FROM mail_outbox WHERE key = 'staff_digest-' || account.id || '-' || $1::text)`,
    [day],
  );
  for (const { accountId } of staff) {
    const key = `staff_digest-${accountId}-${day}`;
    await MailOutbox.add(dataSource.manager, { accountId, kind: 'staff_digest', key });
  }
}

export const staffDigests = sweeper({
  name: 'digests for staff',
  everyMs: 60_000,
  inject: [DataSource],
  sweep: (dataSource) => addDigests(dataSource, new Date()),
});
