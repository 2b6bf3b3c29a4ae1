import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddKeyTerms1763900000000 implements MigrationInterface {
  name = 'AddKeyTerms1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE enterprise_keys
        ADD models text[] CHECK (cardinality(models) > 0),
        ADD rpm integer CHECK (rpm > 0),
        ADD tpm integer CHECK (tpm > 0),
        ADD max_concurrency integer CHECK (max_concurrency > 0),
        ADD budget_nano bigint CHECK (budget_nano >= 0),
        ADD budget_period text CHECK (budget_period IN ('day', 'month')),
        ADD allowed_ips text[] CHECK (cardinality(allowed_ips::cidr[]) > 0),
        ADD previous_secret_hash bytea CHECK (octet_length(previous_secret_hash) = 32),
        ADD previous_valid_until timestamptz,
        ADD CONSTRAINT enterprise_keys_budget_has_a_period CHECK ((budget_nano IS NULL) = (budget_period IS NULL)),
        ADD CONSTRAINT enterprise_keys_previous_secret_ends CHECK ((previous_secret_hash IS NULL) = (previous_valid_until IS NULL))`);
    await runner.query(
      'CREATE UNIQUE INDEX enterprise_keys_previous_secret_hash ON enterprise_keys (previous_secret_hash)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE enterprise_keys
        DROP models, DROP rpm, DROP tpm, DROP max_concurrency, DROP budget_nano, DROP budget_period, DROP allowed_ips,
        DROP previous_secret_hash, DROP previous_valid_until`);
  }
}
