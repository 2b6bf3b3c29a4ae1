import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountPartsByModel1764300002000 implements MigrationInterface {
  name = 'CountPartsByModel1764300002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE models
        ADD image_part_tokens jsonb CONSTRAINT models_image_part_tokens CHECK (
          jsonb_typeof(image_part_tokens) = 'number' OR image_part_tokens ?& ARRAY['base', 'tile']
        ),
        ADD file_part_tokens integer CONSTRAINT models_file_part_tokens CHECK (file_part_tokens >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE models DROP COLUMN image_part_tokens, DROP COLUMN file_part_tokens');
  }
}
