import type { MigrationInterface, QueryRunner } from 'typeorm';

/** See docs/decisions/ledger-and-usage.md. A statement adds these sums to the rows of the days that a time zone cuts. */
export class SumLinesByDay1764820000004 implements MigrationInterface {
  name = 'SumLinesByDay1764820000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger_line_sums, ledger_line_days');
  }
}

const TABLES = [
  `CREATE TABLE ledger_line_days (
    day date PRIMARY KEY REFERENCES ledger_seals (day),
    summed_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE ledger_line_sums (
    day date NOT NULL REFERENCES ledger_line_days (day),
    customer_id uuid NOT NULL,
    model text NOT NULL,
    unit_type text NOT NULL,
    price_list text,
    units numeric NOT NULL,
    amount_nano numeric NOT NULL
  )`,
  'CREATE INDEX ledger_line_sums_customer ON ledger_line_sums (customer_id, day)',
  'CREATE INDEX ledger_line_sums_day ON ledger_line_sums (day)',
  ...['ledger_line_days', 'ledger_line_sums'].map(
    (table) =>
      `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
  ),
];
