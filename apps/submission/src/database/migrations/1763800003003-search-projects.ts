import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SearchProjects1763800003003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // array_to_string depends on settings for some element types, but not for text, so this function may be immutable.
    await runner.query(`
      CREATE FUNCTION project_search_text(name text, tagline text, tags text[]) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN lower(name || E'\\n' || tagline || E'\\n' || array_to_string(tags, E'\\n'))`);
    await runner.query(
      'ALTER TABLE projects ADD search_text text NOT NULL GENERATED ALWAYS AS (project_search_text(name, tagline, tags)) STORED',
    );
    const schema = await this.trigramSchema(runner);
    if (schema !== null) {
      await runner.query(
        `CREATE INDEX projects_search_idx ON projects USING gin (search_text ${schema}.gin_trgm_ops) WHERE visibility = 'public'`,
      );
    }
    await runner.query(`CREATE INDEX projects_tags_idx ON projects USING gin (tags) WHERE visibility = 'public'`);
    await runner.query(
      `CREATE INDEX projects_updated_idx ON projects (updated_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query(
      `CREATE INDEX projects_program_updated_idx ON projects (program_id, updated_at DESC, id DESC) WHERE visibility = 'public'`,
    );
  }

  private async trigramSchema(runner: QueryRunner): Promise<string | null> {
    const [extension] = (await runner.query(`
      SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
      WHERE extname = 'pg_trgm'`)) as { schema: string }[];
    return extension?.schema ?? null;
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX projects_program_updated_idx, projects_updated_idx, projects_tags_idx');
    await runner.query('DROP INDEX IF EXISTS projects_search_idx');
    await runner.query('ALTER TABLE projects DROP search_text');
    await runner.query('DROP FUNCTION project_search_text(text, text, text[])');
  }
}
