import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CheckActorsOfChanges1764600500002 implements MigrationInterface {
  name = 'CheckActorsOfChanges1764600500002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE change_entries VALIDATE CONSTRAINT change_entries_actor_kind_check');
  }

  /** Nothing: a checked constraint refuses the same rows as before. */
  async down(): Promise<void> {}
}
