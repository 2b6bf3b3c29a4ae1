import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which images of other hosts may be fetched for a private project, because its owner said so. */
export class AllowForeignImages1764500070003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE allowed_foreign_images (
        project_id uuid NOT NULL CONSTRAINT allowed_foreign_images_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        image_id uuid NOT NULL CONSTRAINT allowed_foreign_images_image_id_fkey REFERENCES foreign_images ON DELETE CASCADE,
        allowed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT allowed_foreign_images_pkey PRIMARY KEY (image_id, project_id)
      )`);
    await runner.query('CREATE INDEX allowed_foreign_images_project_id_idx ON allowed_foreign_images (project_id)');
  }

  /** The version before fetches at once. So what waits for its owner is given up, and the document keeps its link. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE foreign_images image SET status = 'failed', finished_at = now()
      WHERE status = 'pending' AND NOT EXISTS (
        SELECT FROM projects project JOIN (
          SELECT image_id, project_id FROM readme_foreign_images
          UNION ALL SELECT link.image_id, log.project_id FROM log_foreign_images link JOIN logs log ON log.id = link.log_id
        ) shown ON shown.project_id = project.id AND shown.image_id = image.id
        LEFT JOIN allowed_foreign_images allowed ON allowed.project_id = project.id AND allowed.image_id = image.id
        WHERE project.visibility <> 'private' OR allowed.image_id IS NOT NULL)`);
    await runner.query('DROP TABLE allowed_foreign_images');
  }
}
