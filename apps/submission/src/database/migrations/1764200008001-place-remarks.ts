import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nullable, because processes of the previous version still write reviews during a rollout. */
export class PlaceRemarks1764200008001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reviews
        ADD COLUMN snapshot_readme_hash bytea CONSTRAINT reviews_snapshot_readme_hash_check CHECK (octet_length(snapshot_readme_hash) = 32),
        ADD COLUMN snapshot_log_count integer CONSTRAINT reviews_snapshot_log_count_check CHECK (snapshot_log_count >= 0),
        ADD COLUMN comment_places jsonb,
        ADD COLUMN suggestion_places jsonb,
        ADD CONSTRAINT reviews_comment_places_check CHECK (jsonb_array_length(comment_places) = cardinality(comments)),
        ADD CONSTRAINT reviews_suggestion_places_check CHECK (jsonb_array_length(suggestion_places) = cardinality(suggestions))`);
    const places = (remarks: string) => `(
      SELECT coalesce(jsonb_agg(jsonb_build_object('headingId', NULL, 'log', substring(remark FROM '^log (\\d{1,15}): ')::bigint) ORDER BY place), '[]')
      FROM unnest(${remarks}) WITH ORDINALITY AS listed (remark, place))`;
    await runner.query(`
      UPDATE reviews SET
        snapshot_readme_hash = sha256(convert_to(snapshot_readme, 'UTF8')),
        snapshot_log_count = (SELECT count(*) FROM logs WHERE logs.project_id = reviews.project_id AND append_order <= snapshot_log_order),
        comment_places = CASE WHEN comments IS NOT NULL THEN ${places('comments')} END,
        suggestion_places = CASE WHEN suggestions IS NOT NULL THEN ${places('suggestions')} END`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE reviews DROP COLUMN snapshot_readme_hash, DROP COLUMN snapshot_log_count, DROP COLUMN comment_places, DROP COLUMN suggestion_places`);
  }
}
