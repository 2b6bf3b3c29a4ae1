import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts that the operator wrote, all of them. The newest of a page and language is the one that visitors see. */
export class CreateSitePages1764500121000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE site_page_revisions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        page_id text NOT NULL
          CONSTRAINT site_page_revisions_page_id_check CHECK (page_id IN ('about', 'rules', 'privacy', 'imprint', 'contact', 'parents')),
        lang text NOT NULL CONSTRAINT site_page_revisions_lang_check CHECK (lang IN ('en', 'zh-CN')),
        title text NOT NULL CONSTRAINT site_page_revisions_title_check CHECK (char_length(title) BETWEEN 1 AND 120),
        markdown text NOT NULL CONSTRAINT site_page_revisions_markdown_check CHECK (octet_length(markdown) <= 262144),
        html text NOT NULL,
        actor_id uuid NOT NULL CONSTRAINT site_page_revisions_actor_id_fkey REFERENCES accounts
      )`);
    await runner.query('CREATE INDEX site_page_revisions_page_id_idx ON site_page_revisions (page_id, lang, id)');
    await runner.query(
      'CREATE TRIGGER site_page_revisions_change BEFORE UPDATE OR DELETE ON site_page_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query(
      'CREATE TRIGGER site_page_revisions_truncate BEFORE TRUNCATE ON site_page_revisions EXECUTE FUNCTION refuse_change()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE site_page_revisions');
  }
}
