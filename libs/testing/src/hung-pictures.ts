import type { Client } from 'pg';

const MAKE_IMAGES = `
  WITH hung AS (
    SELECT id, gen_random_uuid() AS asset_id FROM projects WHERE visibility = 'public' ORDER BY created_at DESC, id DESC LIMIT $1
  ), image AS (
    INSERT INTO assets (id, project_id, uploaded_sha256, extension, bytes, width, height)
    SELECT asset_id, id, sha256(asset_id::text::bytea), 'jpg', 1, 1600, 1200 FROM hung RETURNING id, project_id
  ), task AS (
    INSERT INTO asset_variant_tasks (asset_id, is_header, next_attempt_at) SELECT id, true, now() + interval '1 day' FROM image
  )
  SELECT array_agg(id) AS "assetIds", array_agg(project_id) AS "projectIds" FROM image`;

const SHOW_IMAGES = `UPDATE projects SET header_asset_id = hung.asset_id, header_source = 'readme'
  FROM unnest($1::uuid[], $2::uuid[]) AS hung (asset_id, project_id) WHERE projects.id = hung.project_id`;

const MAKE_VARIANTS = `
  WITH made AS (UPDATE asset_variant_tasks SET status = 'ready' WHERE status = 'pending' RETURNING asset_id)
  INSERT INTO asset_variants (asset_id, width, height, format, starts_at, bytes)
  SELECT asset_id, width, width * 3 / 4, format, 0, 1 FROM made, unnest(ARRAY[480, 960, 1600]) width, unnest(ARRAY['avif', 'webp']) format`;

/** Gives the newest public projects a header image without smaller copies, as rows without files. */
export async function hangPictures(client: Client, projects: number): Promise<void> {
  const { rows } = await client.query<{ assetIds: string[]; projectIds: string[] }>(MAKE_IMAGES, [projects]);
  await client.query(SHOW_IMAGES, [rows[0]?.assetIds, rows[0]?.projectIds]);
}

/** The rows that the worker would write for images as large as a photo. */
export async function makeVariants(client: Client): Promise<void> {
  await client.query(MAKE_VARIANTS);
}
