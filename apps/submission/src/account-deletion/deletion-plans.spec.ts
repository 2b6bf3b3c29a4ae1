import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { type Caller, isLastAdmin, type RecentSignInService } from '../accounts';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { AccountDeletionService } from './account-deletion.service';

jest.setTimeout(180_000);

/** All callers have proved who they are. */
const KNOWN = { assertHolder: () => Promise.resolve() } as unknown as RecentSignInService;

const ACCOUNTS = 20_000;
/** More than the planner would scan for choice, and less than any of the filled tables. */
const SCANNED_AT_MOST = 1_000;

describe('the deletion of one of many accounts', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs', { timeLimitMs: 0 });
    await dataSource.initialize();
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash, roles)
       SELECT gen_random_uuid(), 'person-' || n, 'Person', n || '@example.org', '',
         CASE WHEN n % 2000 = 0 THEN '{participant,admin}'::text[] ELSE '{participant}' END FROM generate_series(1, $1::int) n`,
      [ACCOUNTS],
    );
    // The triggers of the next rows look accounts up.
    await dataSource.query('ANALYZE accounts');
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color)
       SELECT gen_random_uuid(), handle, 'program', id, 'Project', 'red' FROM accounts LIMIT 5000`,
    );
    await dataSource.query(
      `INSERT INTO idempotency_keys (owner_id, key_hash, fingerprint_key_id, fingerprint, claim_id, answer, expires_at, subject_id)
       SELECT id, sha256(id::text::bytea), 'key', sha256(''), gen_random_uuid(), '{}', now() + interval '1 day', gen_random_uuid() FROM accounts`,
    );
    await dataSource.query(
      `INSERT INTO api_tokens (id, account_id, name, token_hash, last4)
       SELECT gen_random_uuid(), id, 'token', sha256(id::text::bytea), 'last' FROM accounts`,
    );
    await dataSource.query('ANALYZE');
  });

  afterAll(() => dataSource.destroy());

  const accountOf = async (handle: string) => {
    const [account] = await dataSource.query<{ id: string }[]>('SELECT id FROM accounts WHERE handle = $1', [handle]);
    return account?.id ?? '';
  };

  const participant = (accountId = '') =>
    ({ accountId, roles: ['participant' as const], withheldRoles: [] }) as unknown as Caller;

  /** What this transaction has read without an index. Postgres adds what it has not yet counted of earlier ones. */
  const readScanned = async (manager: EntityManager) => {
    const rows = await manager.query<{ name: string; rows: string }[]>(
      'SELECT relname AS name, seq_tup_read AS rows FROM pg_stat_xact_user_tables',
    );
    return new Map(rows.map(({ name, rows: read }) => [name, Number(read)]));
  };

  it('finds its rows by indexes, of an admin too', async () => {
    const ids = await Promise.all(['person-7', 'person-2000'].map(accountOf));
    await dataSource.transaction(async (manager) => {
      const before = await readScanned(manager);
      for (const id of ids) {
        expect(await isLastAdmin(manager, id)).toBe(false);
        await manager.query(`SELECT close_account($1, 'anonymise')`, [id]);
      }
      const scanned = [...(await readScanned(manager))].filter(
        ([name, rows]) => rows - (before.get(name) ?? 0) > SCANNED_AT_MOST,
      );
      expect(scanned).toEqual([]);
    });
  });

  it('is not held up by a participant who leaves, nor by locked admins', async () => {
    const [leaving, alsoLeaving] = [await accountOf('person-11'), await accountOf('person-12')];
    const deletion = new AccountDeletionService(dataSource, KNOWN);
    await dataSource.transaction(async (manager) => {
      await manager.query(`SELECT FROM accounts WHERE 'admin' = ANY (roles) FOR UPDATE`);
      await manager.query(`SELECT close_account($1, 'anonymise')`, [leaving]);
      expect(await deletion.delete(participant(alsoLeaving), { projects: 'delete' })).toMatchObject({
        projects_kept: 0,
      });
    });
  });

  it('locks the admins if the caller has become one meanwhile', async () => {
    await dataSource.query(`UPDATE accounts SET roles = '{participant}' WHERE cardinality(roles) > 1`);
    const id = await accountOf('person-13');
    await dataSource.query(`UPDATE accounts SET roles = '{participant,admin}' WHERE id = $1`, [id]);
    await expect(
      new AccountDeletionService(dataSource, KNOWN).delete(participant(id), { projects: 'delete' }),
    ).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
    });
    expect(await accountOf('person-13')).toBe(id);
  });
});
