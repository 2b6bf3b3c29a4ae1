import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * People of a customer who sign in. A second factor belongs to a console user or to a member, so a trigger deletes it with
 * its owner, in place of a foreign key.
 */
export class AddMembers1764800400001 implements MigrationInterface {
  name = 'AddMembers1764800400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE customer_members (
        id uuid PRIMARY KEY,
        customer_id uuid NOT NULL CONSTRAINT customer_members_customer_id_fkey REFERENCES customers ON DELETE CASCADE,
        email text NOT NULL CONSTRAINT customer_members_email_key UNIQUE CONSTRAINT customer_members_email_check CHECK (email = lower(email)),
        role text NOT NULL CONSTRAINT customer_members_role_check CHECK (role IN ('member', 'owner')),
        password_hash text,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX customer_members_customer_idx ON customer_members (customer_id, id)');
    await runner.query(`
      CREATE TABLE member_sessions (
        id uuid PRIMARY KEY,
        member_id uuid NOT NULL CONSTRAINT member_sessions_member_id_fkey REFERENCES customer_members ON DELETE CASCADE,
        secret_hash bytea NOT NULL CONSTRAINT member_sessions_secret_hash_key UNIQUE,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        second_factor_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX member_sessions_member_idx ON member_sessions (member_id)');
    await runner.query(`
      CREATE TABLE member_links (
        id uuid PRIMARY KEY,
        member_id uuid NOT NULL CONSTRAINT member_links_member_id_fkey REFERENCES customer_members ON DELETE CASCADE,
        purpose text NOT NULL CONSTRAINT member_links_purpose_check CHECK (purpose IN ('invitation', 'password_reset')),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX member_links_member_idx ON member_links (member_id)');
    await runner.query('CREATE INDEX member_links_expires_idx ON member_links (expires_at)');
    await runner.query(`
      CREATE TABLE member_reset_requests (
        id uuid PRIMARY KEY,
        member_id uuid CONSTRAINT member_reset_requests_member_id_fkey REFERENCES customer_members ON DELETE CASCADE,
        requested_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE INDEX member_reset_requests_member_idx ON member_reset_requests (member_id) WHERE member_id IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE mail_outbox
        ADD link_id uuid CONSTRAINT mail_outbox_link_id_fkey REFERENCES member_links ON DELETE CASCADE,
        DROP CONSTRAINT mail_outbox_kind_check,
        ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN ('alert', 'member_invited', 'member_reset')) NOT VALID`);
    await runner.query('ALTER TABLE second_factors DROP CONSTRAINT second_factors_owner_id_fkey');
    await runner.query(`
      CREATE FUNCTION forget_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM second_factors WHERE owner_id = OLD.id;
        RETURN NULL;
      END $$`);
    for (const table of ['console_users', 'customer_members'])
      await runner.query(
        `CREATE TRIGGER ${table}_forget_second_factor AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION forget_second_factor()`,
      );
    await runner.query(`
      ALTER TABLE change_entries DROP CONSTRAINT change_entries_actor_kind_check,
        ADD CONSTRAINT change_entries_actor_kind_check
          CHECK (actor_kind IN ('admin_key', 'console_user', 'enterprise_key', 'member')) NOT VALID`);
  }

  /** Loses the members. What they changed stays in the audit, which then holds a kind of actor that no new row may have. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE change_entries DROP CONSTRAINT change_entries_actor_kind_check,
        ADD CONSTRAINT change_entries_actor_kind_check
          CHECK (actor_kind IN ('admin_key', 'console_user', 'enterprise_key')) NOT VALID`);
    await runner.query('DROP TRIGGER console_users_forget_second_factor ON console_users');
    await runner.query(`DELETE FROM mail_outbox WHERE kind <> 'alert'`);
    await runner.query(`
      ALTER TABLE mail_outbox
        DROP link_id,
        DROP CONSTRAINT mail_outbox_kind_check,
        ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN ('alert'))`);
    await runner.query('DELETE FROM second_factors WHERE owner_id IN (SELECT id FROM customer_members)');
    await runner.query('DROP TABLE member_reset_requests, member_links, member_sessions, customer_members');
    await runner.query('DROP FUNCTION forget_second_factor');
    await runner.query(
      'ALTER TABLE second_factors ADD CONSTRAINT second_factors_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES console_users (id) ON DELETE CASCADE',
    );
  }
}
