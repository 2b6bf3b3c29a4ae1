import { sharedStack } from '@shipyard/testing';
import { Participant } from './participant';

describe('the serving role of the submission service', () => {
  const stack = sharedStack();
  const { submission_url: url, participant: holder, program_id: programId } = stack.credentials;
  const owner = new Participant(url, holder.token, programId);

  it.each([
    'CREATE TABLE mine (id int)',
    'CREATE TABLE submission.mine (id int)',
    'CREATE TABLE public.mine (id int)',
    'CREATE SCHEMA mine',
    `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'CREATE TRIGGER mine BEFORE INSERT ON logs FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
    'ALTER TABLE logs ADD mine int',
    'ALTER TABLE logs DISABLE TRIGGER ALL',
    'ALTER TABLE audit_entries DISABLE TRIGGER USER',
    'ALTER TABLE accounts DROP CONSTRAINT accounts_locale_check',
    'DROP TABLE logs',
    'DROP TRIGGER logs_delete ON logs',
    'DROP FUNCTION erase_project(uuid, text, uuid, text, bigint, uuid)',
    'TRUNCATE accounts CASCADE',
    'TRUNCATE logs CASCADE',
    `SET session_replication_role = 'replica'`,
    'SET ROLE shipyard_submission_owner',
    `SET log_error_verbosity = 'verbose'`,
    `UPDATE logs SET title = 'B'`,
    'DELETE FROM logs',
    'DELETE FROM log_images',
    `UPDATE audit_entries SET action = 'B'`,
    'DELETE FROM audit_entries',
    `UPDATE account_audit_entries SET action = 'B'`,
    'DELETE FROM account_audit_entries',
    `UPDATE program_audit_entries SET action = 'B'`,
    'DELETE FROM program_audit_entries',
    `UPDATE slugs SET slug = slug || 'x'`,
    'DELETE FROM guardian_consents',
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'mine')`,
    'DELETE FROM migrations',
    'SELECT FROM gateway.customers',
    // The caller's own function must not pass for the one that erases.
    `CREATE FUNCTION pg_temp.erase_project(target uuid, by_actor text, by_actor_id uuid, why text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN DELETE FROM logs; END $$;
     SELECT pg_temp.erase_project(gen_random_uuid(), 'owner', NULL, NULL)`,
  ])('cannot do: %s', async (statement) => {
    await owner.appendLog(await owner.createProject(), 'A', 'a');
    await expect(stack.queryAsServing('submission', statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('has rights only on rows, and owns nothing', async () => {
    const rights = await stack.queryAsServing(
      'submission',
      `SELECT DISTINCT privilege_type FROM information_schema.role_table_grants WHERE grantee = current_user AND privilege_type IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
    );
    expect(rights).toEqual([]);
    const owned = `SELECT (SELECT count(*) FROM pg_class WHERE relowner = me.oid) + (SELECT count(*) FROM pg_proc WHERE proowner = me.oid) + (SELECT count(*) FROM pg_namespace WHERE nspowner = me.oid) AS things
      FROM pg_roles me WHERE rolname = current_user`;
    expect(await stack.queryAsServing('submission', owned)).toEqual([{ things: '0' }]);
  });

  it('erases a project only through the audited function, even with shadowing names on the search path', async () => {
    const slug = await owner.createReadyProject('# A');
    const projectId = await owner.projectId(slug);
    await stack.queryAsServing(
      'submission',
      `CREATE TEMP TABLE audit_entries (LIKE submission.audit_entries); SELECT erase_project('${projectId}', 'owner', NULL, NULL)`,
    );
    expect(await stack.query('submission', 'SELECT FROM logs WHERE project_id = $1', [projectId])).toEqual([]);
    expect(
      await stack.query('submission', `SELECT actor FROM audit_entries WHERE project_id = $1 AND action = 'erase'`, [
        projectId,
      ]),
    ).toEqual([{ actor: 'owner' }]);
  });

  it('deletes old account audit entries only through the function for it', async () => {
    const [me] = await stack.query('submission', 'SELECT id FROM accounts WHERE handle = $1', [holder.handle]);
    const insert = `INSERT INTO account_audit_entries (account_id, actor_id, action, at) VALUES ($1, $1, $2, now() - interval '200 days') RETURNING id`;
    const [passing] = await stack.query('submission', insert, [me?.id, 'log_in']);
    const [standing] = await stack.query('submission', insert, [me?.id, 'suspend']);
    await stack.queryAsServing('submission', 'SELECT forget_account_audit_entries(1000)');
    const left = await stack.query('submission', 'SELECT id FROM account_audit_entries WHERE id = ANY ($1::bigint[])', [
      [passing?.id, standing?.id],
    ]);
    expect(left).toEqual([{ id: standing?.id }]);
  });

  it('may render a log again', async () => {
    await stack.queryAsServing(
      'submission',
      'UPDATE logs SET content_html = content_html, renderer_version = renderer_version',
    );
  });
});
