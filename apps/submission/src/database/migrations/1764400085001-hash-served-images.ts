import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An image that a client has downloaded is known by its bytes when it comes back. NULL for images that were there before,
 * whose bytes are only in the object store, and for those that processes of the version before write.
 */
export class HashServedImages1764400085001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE assets ADD COLUMN served_sha256 bytea
         CONSTRAINT assets_served_sha256_check CHECK (octet_length(served_sha256) = 32)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE assets DROP COLUMN served_sha256');
  }
}
