import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trigger of the migration before has taken the handles of newer accounts. Locks no account. */
export class TakeHandles1764400050002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO taken_handles (handle_hash) SELECT sha256(convert_to(handle, 'UTF8')) FROM accounts WHERE email <> id::text
      ON CONFLICT DO NOTHING`);
  }

  /** The table goes with the migration before. */
  async down(): Promise<void> {}
}
