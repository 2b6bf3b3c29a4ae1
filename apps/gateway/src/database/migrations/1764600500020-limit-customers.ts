import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PREPAID, submitImageTask } from './submit-image-task';

const watch = (columns: string) => `
  DROP TRIGGER customers_standing_changed ON customers;
  CREATE CONSTRAINT TRIGGER customers_standing_changed AFTER UPDATE OF ${columns} ON customers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_key_change()`;

/**
 * A customer may owe up to its credit line, and has limits above those of its keys. What it spent in its day and its month
 * is counted in its own row, which each charge changes anyway, so that a hold sees it under the same lock as the balance.
 */
export class LimitCustomers1764600500020 implements MigrationInterface {
  name = 'LimitCustomers1764600500020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customers
        ADD credit_line_nano bigint NOT NULL DEFAULT 0 CHECK (credit_line_nano >= 0),
        ADD overdue_at timestamptz,
        ADD limit_rpm integer CHECK (limit_rpm > 0),
        ADD limit_tpm integer CHECK (limit_tpm > 0),
        ADD limit_max_concurrency integer CHECK (limit_max_concurrency > 0),
        ADD limit_models text[] CHECK (cardinality(limit_models) > 0),
        ADD spend_day_nano bigint CHECK (spend_day_nano >= 0),
        ADD spend_month_nano bigint CHECK (spend_month_nano >= 0),
        ADD spent_on date,
        ADD spent_day_nano bigint NOT NULL DEFAULT 0 CHECK (spent_day_nano >= 0),
        ADD spent_month_nano bigint NOT NULL DEFAULT 0 CHECK (spent_month_nano >= 0)`);
    await runner.query(`
      ALTER TABLE customers DROP CONSTRAINT customers_never_overdrawn,
        ADD CONSTRAINT customers_never_overdrawn CHECK (balance_nano + credit_line_nano >= held_nano) NOT VALID`);
    await runner.query(
      watch('status, time_zone, overdue_at, limit_rpm, limit_tpm, limit_max_concurrency, limit_models'),
    );
    await runner.query(submitImageTask(LIMITED));
  }

  /** Customers who owe something stay, but cannot be charged before they have paid. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(submitImageTask(PREPAID));
    await runner.query(watch('status, time_zone'));
    await runner.query(`
      ALTER TABLE customers DROP CONSTRAINT customers_never_overdrawn,
        ADD CONSTRAINT customers_never_overdrawn CHECK (balance_nano >= held_nano) NOT VALID`);
    await runner.query(`
      ALTER TABLE customers
        DROP credit_line_nano, DROP overdue_at, DROP limit_rpm, DROP limit_tpm, DROP limit_max_concurrency, DROP limit_models,
        DROP spend_day_nano, DROP spend_month_nano, DROP spent_on, DROP spent_day_nano, DROP spent_month_nano`);
  }
}

/** As RESERVE_FUNDS computes it. */
const LIMITED = {
  columns: `, credit_line_nano,
      LEAST(
        spend_day_nano - CASE WHEN spent_on >= (now() AT TIME ZONE time_zone)::date THEN spent_day_nano ELSE 0 END,
        spend_month_nano - CASE WHEN spent_on >= date_trunc('month', now() AT TIME ZONE time_zone)::date THEN spent_month_nano ELSE 0 END
      ) - held_nano AS spend_nano`,
  checks: `    IF customer.spend_nano < cost THEN
      outcome := 'over_spend';
      RETURN;
    END IF;
`,
  available: 'customer.balance_nano + customer.credit_line_nano - customer.held_nano',
};
