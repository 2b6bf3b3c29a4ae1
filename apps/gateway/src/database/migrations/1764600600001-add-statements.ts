import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements are numbered without gaps, so the number is no sequence: the highest is known under a lock. No row changes. */
export class AddStatements1764600600001 implements MigrationInterface {
  name = 'AddStatements1764600600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE statements (
        id uuid PRIMARY KEY,
        number integer NOT NULL CONSTRAINT statements_number UNIQUE CHECK (number > 0),
        customer_id uuid NOT NULL REFERENCES customers,
        customer_name text NOT NULL,
        month date NOT NULL CHECK (extract(day FROM month) = 1),
        time_zone text NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
        lines jsonb NOT NULL,
        total_nano bigint NOT NULL,
        corrects integer REFERENCES statements (number) CHECK (corrects < number),
        reason text CHECK (length(reason) BETWEEN 1 AND 500),
        closed_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((corrects IS NULL) = (reason IS NULL))
      )`);
    await runner.query('CREATE UNIQUE INDEX statements_once ON statements (customer_id, month) WHERE corrects IS NULL');
    await runner.query('CREATE UNIQUE INDEX statements_corrected_once ON statements (corrects)');
    await runner.query('CREATE INDEX statements_customer ON statements (customer_id, id)');
    await runner.query(
      `CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON statements
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE statements');
  }
}
