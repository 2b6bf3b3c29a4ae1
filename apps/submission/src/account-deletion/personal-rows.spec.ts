import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';

jest.setTimeout(120_000);

/** Columns that still name a deleted account, and why that is right. */
const STAYS: Record<string, string> = {
  'account_audit_entries.account_id': 'Entries hold ids and numbers, and most are deleted after 180 days.',
  'account_audit_entries.actor_id': 'Says which member of staff acted, by id.',
  'account_deletions.account_id': 'Says when the account was deleted.',
  'audit_entries.actor_id': 'Says who decided, by id.',
  'program_audit_entries.actor_id': 'Says who changed a program, by id.',
  'site_page_revisions.actor_id': 'Says who wrote a text of the site, by id.',
  'project_notes.updated_by': 'Says who wrote a note of staff, by id.',
  'projects.owner_id': 'A project that stays belongs to the emptied account.',
  'projects.claimed_by': 'The deletion frees all claims.',
  'readmes.written_by': 'Names a kind of program, and no account.',
  'readme_revisions.written_by': 'Names a kind of program, and no account.',
  'reviews.requested_by': 'Stays with the review of a project that stays.',
  'staff_roles.granted_by': 'Says who granted a role, by id.',
  'recovery_codes.owner_id': 'Goes with the second factor.',
  'password_reset_requests.account_id': 'The worker deletes the row within seconds. It holds only the id.',
};

/** Columns of texts and files that go with their project, or that the deletion clears. */
const NAMES_AN_ACCOUNT = /^(?:account|owner|actor|holder|user|person)_id$|_by$/;

describe('the rows of a person', () => {
  let dataSource: DataSource;

  beforeAll(async () => {
    const { servingUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = submissionDataSource(servingUrl, createLogger('specs'), 'specs');
    await dataSource.initialize();
  });

  afterAll(() => dataSource.destroy());

  const columns = () =>
    dataSource.query<{ column: string; goes: boolean | null }[]>(
      `SELECT relation.relname || '.' || attribute.attname AS column, (
         SELECT bool_or(key.confdeltype = 'c') FROM pg_constraint key
         WHERE key.conrelid = relation.oid AND key.contype = 'f' AND key.confrelid = 'accounts'::regclass AND key.conkey = ARRAY[attribute.attnum]
       ) AS goes
       FROM pg_class relation JOIN pg_attribute attribute ON attribute.attrelid = relation.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
       WHERE relation.relnamespace = 'submission'::regnamespace AND relation.relkind IN ('r', 'p') ORDER BY 1`,
    );

  it('go with a deleted account by a foreign key, or are listed here with the reason why they stay', async () => {
    const named = (await columns()).filter(
      ({ column, goes }) => goes !== null || NAMES_AN_ACCOUNT.test(column.split('.')[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ column, goes }) => goes !== true && !(column in STAYS))).toEqual([]);
    // An entry that names no column is out of date.
    expect(Object.keys(STAYS).filter((column) => !named.some((each) => each.column === column))).toEqual([]);
  });

  it('cannot be written for a deleted account: each table that goes has a trigger', async () => {
    const tables = new Set(
      (await columns()).filter(({ goes }) => goes).map(({ column }) => column.split('.')[0] ?? ''),
    );
    const guarded = await dataSource.query<{ name: string }[]>(
      `SELECT DISTINCT relation.relname AS name FROM pg_trigger trigger JOIN pg_class relation ON relation.oid = trigger.tgrelid
       JOIN pg_proc function ON function.oid = trigger.tgfoid WHERE function.proname = 'skip_for_deleted_account'`,
    );
    expect(guarded.map(({ name }) => name).sort()).toEqual([...tables].sort());
  });

  it('leave nothing in the row of the account: each of its columns is emptied or says nothing', async () => {
    const kept = [
      'id',
      'created_at',
      'deleted_at',
      'project_count',
      'version',
      'suspended_at',
      'locale',
      'mail_opt_out',
    ];
    const [rule] = await dataSource.query<{ rule: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'accounts_deleted_check'`,
    );
    const names = (await columns()).flatMap(({ column }) => (/^accounts\.(.+)$/.exec(column) ?? []).slice(1));
    const ruled = new Set(rule?.rule.match(/\w+/g));
    expect(names.filter((name) => !kept.includes(name) && !ruled.has(name))).toEqual([]);
  });
});
