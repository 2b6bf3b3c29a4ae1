import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A token of the command line ends 90 days after its last use, in place of a year after it was made. */
export class RenewTokensByUse1764500060001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_tokens ADD COLUMN use_renews_days integer
        CONSTRAINT api_tokens_use_renews_days_check CHECK (use_renews_days IS NULL OR (use_renews_days > 0 AND expires_at IS NOT NULL))`);
    await runner.query(`
      UPDATE api_tokens SET use_renews_days = 90, expires_at = least(expires_at, now() + interval '90 days')
      WHERE client_id = 'shipyard-cli' AND revoked_at IS NULL AND expires_at > now()`);
  }

  /** The tokens keep the end that they have. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_tokens DROP COLUMN use_renews_days');
  }
}
