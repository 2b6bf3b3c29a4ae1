import type { MigrationInterface, QueryRunner } from 'typeorm';

const HIDDEN_CHECK = (isHidden: string) =>
  `projects_hidden_check CHECK (visibility = CASE WHEN ${isHidden} THEN 'private' ELSE declared_visibility END)`;

const applyVisibility = (isHidden: string) => `
  CREATE OR REPLACE FUNCTION apply_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.declared_visibility := coalesce(NEW.declared_visibility, NEW.visibility);
    ELSIF NEW.visibility <> OLD.visibility AND NEW.declared_visibility = OLD.declared_visibility THEN
      NEW.declared_visibility := NEW.visibility;
    END IF;
    NEW.visibility := CASE WHEN ${isHidden} THEN 'private' ELSE NEW.declared_visibility END;
    RETURN NEW;
  END $$`;

const GIVEN_UP = 'The account of the owner was deleted.';

/** Tables whose rows go with their account, by the foreign keys that declare it. */
const PERSONAL_TABLES = `
  SELECT key.conrelid::regclass::text AS name, quote_ident(attribute.attname) AS owner_column
  FROM pg_constraint key JOIN pg_attribute attribute ON attribute.attrelid = key.conrelid AND attribute.attnum = key.conkey[1]
  WHERE key.confrelid = 'accounts'::regclass AND key.contype = 'f' AND key.confdeltype = 'c' AND cardinality(key.conkey) = 1`;

/**
 * Lets the holder of an account delete it. `close_account` removes the personal data in one transaction. The account's
 * row stays, empty, because audit entries refer to it. The worker erases the projects that `erasing_at` marks.
 */
export class DeleteAccounts1764400050004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        DROP CONSTRAINT accounts_handle_check,
        DROP CONSTRAINT accounts_handle_key,
        ADD CONSTRAINT accounts_handle_check CHECK (deleted_at IS NOT NULL OR handle ~ '^[a-z0-9-]{3,32}$') NOT VALID,
        ADD CONSTRAINT accounts_deleted_check CHECK (deleted_at IS NULL OR (
          (handle, display_name, bio, email, password_hash, roles) = ('', 'Anonymous', '', id::text, '', '{participant}'::text[])
          AND num_nonnulls(birth_date, email_confirmed_at, mail_bounced_at) = 0 AND suspended_at IS NOT NULL)) NOT VALID`);
    await runner.query('ALTER INDEX accounts_new_handle_key RENAME TO accounts_handle_key');
    await this.hideProjects(runner, 'NEW.hidden_at IS NOT NULL OR NEW.erasing_at IS NOT NULL', ', erasing_at');
    await runner.query(`
      CREATE TABLE account_deletions (
        account_id uuid CONSTRAINT account_deletions_pkey PRIMARY KEY CONSTRAINT account_deletions_account_id_fkey REFERENCES accounts,
        projects text NOT NULL CONSTRAINT account_deletions_projects_check CHECK (projects IN ('anonymise', 'delete')),
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        next_run_at timestamptz(3) NOT NULL DEFAULT now(),
        failed_runs integer NOT NULL DEFAULT 0,
        finished_at timestamptz(3)
      )`);
    await runner.query(
      'CREATE INDEX account_deletions_open_idx ON account_deletions (next_run_at) WHERE finished_at IS NULL',
    );
    await this.guardDeletedAccounts(runner);
    await this.createClosing(runner);
  }

  /** The next migration validates the constraint. */
  private async hideProjects(runner: QueryRunner, isHidden: string, moreColumns: string): Promise<void> {
    await runner.query(applyVisibility(isHidden));
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_hidden_check');
    await runner.query(
      `ALTER TABLE projects ADD CONSTRAINT ${HIDDEN_CHECK(isHidden.replaceAll('NEW.', ''))} NOT VALID`,
    );
    await runner.query('DROP TRIGGER projects_visibility ON projects');
    await runner.query(`
      CREATE TRIGGER projects_visibility BEFORE INSERT OR UPDATE OF visibility, declared_visibility, hidden_at${moreColumns} ON projects
      FOR EACH ROW EXECUTE FUNCTION apply_visibility()`);
  }

  /** A request that was let in before the deletion must not leave personal data behind after it. */
  private async guardDeletedAccounts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refuse_for_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        holder uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
      BEGIN
        IF TG_ARGV[0] = 'project_id' THEN
          SELECT owner_id INTO holder FROM projects WHERE id = holder;
        END IF;
        PERFORM FROM accounts WHERE id = holder AND deleted_at IS NULL FOR KEY SHARE;
        IF NOT FOUND AND EXISTS (SELECT FROM accounts WHERE id = holder) THEN
          RAISE EXCEPTION 'The account was deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_deleted_check';
        END IF;
        RETURN NEW;
      END $$`);
    for (const [table, column] of [
      ['projects', 'owner_id'],
      ['shipments', 'project_id'],
      ['guardian_consents', 'project_id'],
    ])
      await runner.query(
        `CREATE TRIGGER ${table}_account BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_for_deleted_account('${column}')`,
      );
    await runner.query(`
      CREATE FUNCTION skip_for_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        holder uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
      BEGIN
        PERFORM FROM accounts WHERE id = holder AND deleted_at IS NULL FOR KEY SHARE;
        IF NOT FOUND AND EXISTS (SELECT FROM accounts WHERE id = holder) THEN
          RETURN NULL;
        END IF;
        RETURN NEW;
      END $$`);
    const tables = (await runner.query(PERSONAL_TABLES)) as { name: string; owner_column: string }[];
    for (const { name, owner_column: column } of tables)
      await runner.query(
        `CREATE TRIGGER ${name.replaceAll(/\W/g, '_')}_account BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('${column}')`,
      );
  }

  /**
   * Projects are locked before the account, as writes do. No row is returned if the account is deleted already. In a
   * project that stays, a review that runs gives up and a shipment that waits is withdrawn, each with its audit entry.
   */
  private async createClosing(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION close_account(target uuid, fate text) RETURNS TABLE (erased integer, kept integer, was_admin boolean) LANGUAGE plpgsql AS $$
      DECLARE
        old_handle text;
        owned uuid[];
        personal record;
      BEGIN
        PERFORM FROM projects WHERE owner_id = target OR claimed_by = target ORDER BY id FOR UPDATE;
        SELECT handle, 'admin' = ANY (roles) INTO old_handle, was_admin FROM accounts WHERE id = target AND deleted_at IS NULL FOR UPDATE;
        IF NOT FOUND THEN
          RETURN;
        END IF;
        owned := ARRAY (SELECT id FROM projects WHERE owner_id = target ORDER BY id FOR UPDATE);

        INSERT INTO audit_entries (project_id, actor, action, from_state, to_state, reason)
          SELECT project.id, 'worker', 'give_up_review', project.state, review.state_before, '${GIVEN_UP}'
          FROM projects project JOIN reviews review ON review.project_id = project.id AND review.status IN ('queued', 'running')
          WHERE project.id = ANY (owned) AND project.state = 'review_pending';
        UPDATE projects SET state = review.state_before, updated_at = now() FROM reviews review
          WHERE projects.id = ANY (owned) AND state = 'review_pending' AND review.project_id = projects.id AND review.status IN ('queued', 'running');
        UPDATE reviews SET status = 'failed', heartbeat_at = NULL, finished_at = now(), failure = '${GIVEN_UP}'
          WHERE project_id = ANY (owned) AND status IN ('queued', 'running');
        -- After the review has ended, because answers are stored only while it runs.
        UPDATE review_answers SET content = NULL FROM reviews review
          WHERE review_answers.review_id = review.id AND review.project_id = ANY (owned);

        DELETE FROM interviews WHERE project_id = ANY (owned);
        DELETE FROM guardian_consents WHERE project_id = ANY (owned);
        DELETE FROM shipments WHERE project_id = ANY (owned);
        UPDATE parcels SET carrier = NULL, tracking = NULL WHERE project_id = ANY (owned);
        INSERT INTO audit_entries (project_id, actor, action, from_state, to_state, reason)
          SELECT id, 'system', 'expire_shipment', state, 'approved_to_ship', '${GIVEN_UP}'
          FROM projects WHERE id = ANY (owned) AND state = 'shipment_submitted';
        UPDATE projects SET state = 'approved_to_ship', updated_at = now() WHERE id = ANY (owned) AND state = 'shipment_submitted';

        UPDATE projects SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = target;
        UPDATE projects SET erasing_at = now() WHERE id = ANY (owned) AND (fate = 'delete' OR declared_visibility = 'private');
        erased := (SELECT count(*) FROM projects WHERE id = ANY (owned) AND erasing_at IS NOT NULL);
        kept := cardinality(owned) - erased;

        -- Two statements, because no index serves one with OR.
        UPDATE idempotency_keys SET answer = '' WHERE subject_id = ANY (owned || target) AND answer IS NOT NULL;
        UPDATE idempotency_keys SET answer = '' WHERE owner_id = ANY (ARRAY (SELECT id FROM accounts WHERE cardinality(roles) > 1))
          AND answer IS NOT NULL AND position(convert_to('"' || old_handle || '"', 'UTF8') IN answer) > 0;
        FOR personal IN ${PERSONAL_TABLES} LOOP
          EXECUTE format('DELETE FROM %s WHERE %s = $1', personal.name, personal.owner_column) USING target;
        END LOOP;
        INSERT INTO account_deletions (account_id, projects) VALUES (target, fate);
        UPDATE accounts SET deleted_at = now(), suspended_at = now(), handle = '', display_name = 'Anonymous', bio = '', email = id::text,
          password_hash = '', birth_date = NULL, email_confirmed_at = NULL, mail_bounced_at = NULL, mail_opt_out = true,
          locale = 'en', roles = '{participant}' WHERE id = target;
        RETURN NEXT;
      END $$`);
  }

  /**
   * Deleted accounts stay empty and suspended, and `up` marks them again by their email, which is their id. Lost are the
   * hashes of their handles, which can then be given again, and when each deletion was requested and ended. Refuses
   * while projects wait to be erased, because nothing would erase them any more.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE projects, accounts');
    const [waiting] = (await runner.query(
      'SELECT count(*)::integer AS projects FROM projects WHERE erasing_at IS NOT NULL',
    )) as [{ projects: number }];
    if (waiting.projects > 0)
      throw new Error(
        `${waiting.projects} projects of deleted accounts are not erased yet. Let the worker finish, then revert.`,
      );
    await runner.query('DROP FUNCTION close_account(uuid, text)');
    await runner.query('DROP FUNCTION refuse_for_deleted_account(), skip_for_deleted_account() CASCADE');
    await runner.query('DROP TABLE account_deletions');
    await this.hideProjects(runner, 'NEW.hidden_at IS NOT NULL', '');
    await runner.query('ALTER TABLE projects VALIDATE CONSTRAINT projects_hidden_check');
    await runner.query('ALTER INDEX accounts_handle_key RENAME TO accounts_new_handle_key');
    await runner.query('ALTER TABLE accounts DROP CONSTRAINT accounts_deleted_check');
    await runner.query(
      `UPDATE accounts SET handle = replace(id::text, '-', ''), deleted_at = NULL WHERE deleted_at IS NOT NULL`,
    );
    await runner.query(`
      ALTER TABLE accounts
        DROP CONSTRAINT accounts_handle_check,
        ADD CONSTRAINT accounts_handle_check CHECK (handle ~ '^[a-z0-9-]{3,32}$'),
        ADD CONSTRAINT accounts_handle_key UNIQUE (handle)`);
  }
}
