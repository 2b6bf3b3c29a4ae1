import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteLedgerKeys } from './note-ledger-keys';

/**
 * Refunds of a request are numbered and carry their sum, so that two at once cannot exceed the charge. In the ledger they
 * are credits of the request, each with a key of its own. `carried_nano` of a budget window becomes what counts in it
 * besides its charges, so a refund may make it negative.
 */
export class RefundRequests1764600500010 implements MigrationInterface {
  name = 'RefundRequests1764600500010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REFUNDS);
    await runner.query('CREATE INDEX refunds_key ON refunds (key_id, charged_at)');
    await runner.query('CREATE INDEX refunds_time ON refunds (created_at)');
    await runner.query(
      `CREATE TRIGGER refunds_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refunds
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
    );
    await runner.query('ALTER TABLE ledger_entries ADD refund_id uuid');
    await runner.query(noteLedgerKeys({ refusesLateRows: true, losesByRoute: true, refundsById: true }));
    await runner.query('ALTER TABLE budget_windows DROP CONSTRAINT budget_windows_carried_nano_check');
    await runner.query(keepKeys(`OR OLD.kind LIKE 'refund %'`));
  }

  /** The ledger keeps its rows. A window without its refunds counts what was charged. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(keepKeys(''));
    await runner.query(
      'UPDATE budget_windows SET used_nano = used_nano - carried_nano, carried_nano = 0 WHERE carried_nano < 0',
    );
    await runner.query('ALTER TABLE budget_windows ADD CHECK (carried_nano >= 0)');
    await runner.query(noteLedgerKeys({ refusesLateRows: true, losesByRoute: true }));
    await runner.query('ALTER TABLE ledger_entries DROP refund_id');
    await runner.query('DROP TABLE refunds');
  }
}

const REFUNDS = `
  CREATE TABLE refunds (
    id uuid PRIMARY KEY,
    request_id text NOT NULL,
    place integer NOT NULL CHECK (place > 0),
    customer_id uuid NOT NULL REFERENCES customers (id),
    key_id uuid NOT NULL REFERENCES enterprise_keys (id),
    model text NOT NULL,
    route_id uuid,
    charged_at timestamptz NOT NULL,
    window_starts_at timestamptz,
    amount_nano bigint NOT NULL CHECK (amount_nano > 0),
    refunded_nano bigint NOT NULL,
    charged_nano bigint NOT NULL,
    asked_nano bigint,
    reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (request_id, place),
    CONSTRAINT refunds_never_exceed_the_charge CHECK (refunded_nano BETWEEN amount_nano AND charged_nano)
  )`;

const keepKeys = (more: string) => `
  DROP TRIGGER ledger_keys_keep ON ledger_keys;
  CREATE TRIGGER ledger_keys_keep BEFORE DELETE ON ledger_keys
  FOR EACH ROW WHEN (OLD.created_at > now() - interval '400 days' OR OLD.kind IN ('credit', 'adjustment') ${more}) EXECUTE FUNCTION refuse_ledger_change()`;
