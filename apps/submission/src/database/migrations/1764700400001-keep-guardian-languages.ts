import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language that a guardian used on their page. Their mails are in both until they used one. */
export class KeepGuardianLanguages1764700400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE guardians ADD locale text');
    await runner.query(
      `ALTER TABLE guardians ADD CONSTRAINT guardians_locale_check CHECK (locale IN ('en', 'zh-CN')) NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE guardians DROP locale');
  }
}
