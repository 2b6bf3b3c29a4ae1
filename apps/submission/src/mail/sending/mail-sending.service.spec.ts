import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from '@shipyard/platform/ids';
import { createLogger } from '@shipyard/platform/logger';
import { KeyRing } from '@shipyard/platform/sealing';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import type { WorkerConfig } from '../../config';
import { submissionDataSource } from '../../database/data-source';
import { migrateDatabase } from '../../database/migrate-schema';
import { MailOptOut } from '../opt-out/mail-opt-out.service';
import { MailLinks } from '../outbox/mail-links';
import { MailOutbox } from '../outbox/mail-outbox';
import { MailMaterialService } from './mail-material.service';
import { MailSendingService } from './mail-sending.service';

describe('sending a mail', () => {
  const logger = createLogger('specs');
  let dataSource: DataSource;
  let folder: string;
  let link: string | null;
  let links: MailLinks;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(servingUrl, logger, 'specs').initialize();
    folder = await mkdtemp(path.join(tmpdir(), 'mails-'));
    links = new MailLinks();
    links.register('password_reset', () => Promise.resolve(link));
  }, 120_000);

  beforeEach(() => (link = 'https://shipyard.example/reset'));

  afterAll(async () => {
    await dataSource.destroy();
    await rm(folder, { recursive: true });
  });

  function worker(): MailSendingService {
    const config = {
      DATA_DIR: folder,
      SUBMISSION_PUBLIC_URL: 'https://shipyard.example',
      MAIL_FROM: { name: 'Shipyard', address: 'mail@shipyard.example' },
      URL_SIGNING_KEYS: new KeyRing(new Map([['a', Buffer.alloc(32, 1)]])),
    } as WorkerConfig;
    const material = new MailMaterialService(dataSource, links, new MailOptOut(dataSource, config), config);
    return new MailSendingService(dataSource, material, config, logger);
  }

  async function addMail(): Promise<string> {
    const accountId = uuidv7();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'A', $2 || '@example.com', 'none')`,
      [accountId, accountId.slice(-12)],
    );
    await MailOutbox.add(dataSource.manager, { accountId, kind: 'password_reset', key: accountId });
    const [row] = await dataSource.query<{ id: string }[]>('SELECT id FROM mail_outbox WHERE key = $1', [accountId]);
    return row?.id ?? '';
  }

  async function readRow(id: string) {
    const [row] = await dataSource.query<{ attempts: number; outcome: string | null; failure: string | null }[]>(
      'SELECT attempts, outcome, failure FROM mail_outbox WHERE id = $1',
      [id],
    );
    return row;
  }

  async function dueInSeconds(id: string): Promise<number> {
    const [row] = await dataSource.query<{ seconds: number }[]>(
      'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS seconds FROM mail_outbox WHERE id = $1',
      [id],
    );
    return row?.seconds ?? 0;
  }

  it('is done once, however many workers try at once and later', async () => {
    const id = await addMail();
    // All of them wait for the row before the first one gets it.
    let sends: Promise<void>[] = [];
    await dataSource.transaction(async (manager) => {
      await manager.query('SELECT id FROM mail_outbox WHERE id = $1 FOR UPDATE', [id]);
      sends = [1, 2, 3, 4, 5].map(() => worker().send(id));
      await waitUntil(
        () =>
          dataSource.query<object[]>(
            `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          ),
        (waiting) => waiting.length === sends.length,
      );
    });
    await Promise.all(sends);
    await worker().send(id);
    expect(await readRow(id)).toEqual({ attempts: 1, outcome: 'sent', failure: null });
    expect(await readdir(path.join(folder, 'mail'))).toContain(`${id}.eml`);
  });

  it('leaves a mail to the worker that claimed it, until the lease ends', async () => {
    const id = await addMail();
    // A worker that died: it claimed the row and wrote nothing more.
    await dataSource.query(
      `UPDATE mail_outbox SET attempts = 1, next_attempt_at = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    await worker().send(id);
    expect(await readRow(id)).toMatchObject({ attempts: 1, outcome: null });
    await dataSource.query(`UPDATE mail_outbox SET next_attempt_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await worker().send(id);
    expect(await readRow(id)).toMatchObject({ attempts: 2, outcome: 'sent' });
  });

  it('keeps a mail from other workers for as long as its attempt takes', async () => {
    const id = await addMail();
    await dataSource.query(`UPDATE mail_outbox SET failure = 'EAUTH' WHERE id = $1`, [id]);
    let open = (_: string) => {};
    const held = new Promise<string>((resolve) => (open = resolve));
    const asked = jest.spyOn(links, 'of').mockReturnValueOnce(held);
    // Only the interval in which a lease is renewed.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
    });
    try {
      const sending = worker().send(id);
      await waitUntil(
        () => Promise.resolve(asked.mock.calls.length),
        (calls) => calls === 1,
      );
      // The lease that the claim began is nearly over.
      await dataSource.query(`UPDATE mail_outbox SET next_attempt_at = now() + interval '10 seconds' WHERE id = $1`, [
        id,
      ]);
      jest.advanceTimersByTime(20_000);
      await waitUntil(
        () => dueInSeconds(id),
        (seconds) => seconds > 60,
      );
      // An operator who sends at once what failed leaves this one alone.
      expect(await readRow(id)).toMatchObject({ failure: null });
      open('https://shipyard.example/reset');
      await sending;
    } finally {
      jest.useRealTimers();
    }
    expect(await readRow(id)).toMatchObject({ attempts: 1, outcome: 'sent' });
  });

  it('marks a bounced address only if the attempt still holds the mail', async () => {
    const refusal = Object.assign(new Error('no'), { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 no' });
    const bouncedAt = async (id: string) =>
      (
        await dataSource.query<{ hasBounced: boolean }[]>(
          `SELECT mail_bounced_at IS NOT NULL AS "hasBounced" FROM accounts
           WHERE id = (SELECT account_id FROM mail_outbox WHERE mail_outbox.id = $1)`,
          [id],
        )
      )[0]?.hasBounced;
    const lost = await addMail();
    jest.spyOn(links, 'of').mockImplementationOnce(async () => {
      await dataSource.query('UPDATE mail_outbox SET fence = gen_random_uuid() WHERE id = $1', [lost]);
      throw refusal;
    });
    await worker().send(lost);
    expect([await readRow(lost), await bouncedAt(lost)]).toMatchObject([{ outcome: null }, false]);
    const mine = await addMail();
    jest.spyOn(links, 'of').mockRejectedValueOnce(refusal);
    await worker().send(mine);
    expect([await readRow(mine), await bouncedAt(mine)]).toMatchObject([
      { outcome: 'bounced', failure: 'RCPT TO 550 5.1.1' },
      true,
    ]);
  });

  it('drops a mail whose link is gone, and tries again after a fault of ours', async () => {
    link = null;
    const gone = await addMail();
    await worker().send(gone);
    expect(await readRow(gone)).toMatchObject({ outcome: 'dropped', failure: 'no longer true' });
    const failing = await addMail();
    jest.spyOn(links, 'of').mockRejectedValueOnce(new Error('a secret'));
    await worker().send(failing);
    expect(await readRow(failing)).toEqual({ attempts: 1, outcome: null, failure: 'unknown' });
  });

  it('takes no mail when the worker stops', async () => {
    const id = await addMail();
    const stopping = worker();
    stopping.onModuleDestroy();
    await stopping.send(id);
    expect(await readRow(id)).toMatchObject({ attempts: 0, outcome: null });
  });
});
