import type { MigrationInterface, QueryRunner } from 'typeorm';

/** docs/decisions/ledger-and-usage.md says when a key may be forgotten. The trigger lets nobody delete another. */
export class ForgetOldLedgerKeys1764500041000 implements MigrationInterface {
  name = 'ForgetOldLedgerKeys1764500041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_closing ADD keys_forgotten_before timestamptz');
    await runner.query('DROP TRIGGER ledger_keys_append_only ON ledger_keys');
    await runner.query(
      `CREATE TRIGGER ledger_keys_append_only BEFORE UPDATE OR TRUNCATE ON ledger_keys
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
    );
    await runner.query(
      `CREATE TRIGGER ledger_keys_keep BEFORE DELETE ON ledger_keys
       FOR EACH ROW WHEN (OLD.created_at > now() - interval '400 days' OR OLD.kind IN ('credit', 'adjustment')) EXECUTE FUNCTION refuse_ledger_change()`,
    );
    await runner.query(FORGET_KEYS);
    await runner.query('REVOKE ALL ON FUNCTION forget_ledger_keys(integer) FROM PUBLIC');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION forget_ledger_keys');
    await runner.query('DROP TRIGGER ledger_keys_keep ON ledger_keys');
    await runner.query('DROP TRIGGER ledger_keys_append_only ON ledger_keys');
    await runner.query(RESTORE_KEYS);
    await runner.query(
      `CREATE TRIGGER ledger_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_keys
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
    );
    await runner.query('ALTER TABLE ledger_closing DROP keys_forgotten_before');
  }
}

/**
 * Forgets the keys of the oldest hour of the ledger that has them, if its day is sealed. Returns whether it did. The
 * ledger's rows lead to the keys, so the keys need no index by time. Keys of losses name their route, older ones do not.
 * The keys of faulty requests are kept, because the reconciliation reads them.
 */
const FORGET_KEYS = `
  CREATE FUNCTION forget_ledger_keys(kept_days integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = gateway, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    begins timestamptz;
    ends timestamptz;
  BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('keys of the ledger')) THEN RETURN false; END IF;
    SELECT date_trunc('hour', min(created_at)) INTO begins FROM ledger_entries
    WHERE created_at >= COALESCE((SELECT keys_forgotten_before FROM ledger_closing), '-infinity');
    ends := begins + interval '1 hour';
    IF begins IS NULL OR ends > now() - make_interval(days => GREATEST(kept_days, 400)) THEN RETURN false; END IF;
    IF NOT EXISTS (SELECT FROM ledger_seals WHERE day = begins::date) THEN RETURN false; END IF;
    DELETE FROM ledger_keys key USING (
      SELECT request_id AS subject, kind FROM ledger_entries WHERE created_at >= begins AND created_at < ends AND kind IN ('charge', 'loss')
      UNION
      SELECT request_id, 'loss ' || route_id FROM ledger_entries WHERE created_at >= begins AND created_at < ends AND kind = 'loss' AND route_id IS NOT NULL
      UNION
      SELECT task_id, kind FROM ledger_entries WHERE created_at >= begins AND created_at < ends AND kind IN ('charge', 'loss') AND task_id IS NOT NULL
    ) AS old
    WHERE key.subject = old.subject AND key.kind = old.kind AND key.created_at < ends
      AND old.subject NOT IN (SELECT unnest(wrong_requests) FROM ledger_seals WHERE wrong_requests <> '{}');
    UPDATE ledger_closing SET keys_forgotten_before = ends;
    RETURN true;
  END $$`;

const RESTORE_KEYS = `
  INSERT INTO ledger_keys (subject, kind, created_at)
  SELECT subject, kind, min(created_at) FROM (
    SELECT request_id AS subject, CASE WHEN kind = 'loss' AND route_id IS NOT NULL THEN 'loss ' || route_id ELSE kind END AS kind, created_at
    FROM ledger_entries WHERE kind IN ('charge', 'loss')
    UNION ALL
    SELECT task_id, kind, created_at FROM ledger_entries WHERE kind IN ('charge', 'loss') AND task_id IS NOT NULL
  ) AS entry
  WHERE created_at < (SELECT keys_forgotten_before FROM ledger_closing)
  GROUP BY subject, kind
  ON CONFLICT DO NOTHING`;
