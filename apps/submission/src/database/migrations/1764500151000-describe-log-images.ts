import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What describes a picture of a log. It goes with its row when the picture is taken down or withdrawn. */
export class DescribeLogImages1764500151000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE log_images ADD caption text NOT NULL DEFAULT ''`);
    await runner.query(
      'ALTER TABLE log_images ADD CONSTRAINT log_images_caption_check CHECK (char_length(caption) <= 300) NOT VALID',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_images DROP caption');
  }
}
