import type { Client } from 'pg';

export const SERVICES = ['submission', 'gateway'] as const;
export type Service = (typeof SERVICES)[number];

export interface NamedKey {
  key: string;
  /** The object must exist. Otherwise it may: its row is about to be written or to go. */
  required: boolean;
}

const AT_ONCE = 5_000;

/**
 * The keys that rows name, as the sweepers of orphaned objects read them. An account's deletion removes the objects of
 * a project before its rows (`erasing_at`), and the gateway those of an expired image.
 */
const NAMED: Record<Service, string> = {
  submission: `
    SELECT object.key, object.required FROM (
      SELECT asset.id, asset.extension, project.id AS project_id, project.erasing_at IS NULL AS stays,
        EXISTS (SELECT FROM submission.asset_variants variant WHERE variant.asset_id = asset.id) AS has_variants
      FROM submission.assets asset JOIN submission.projects project ON project.id = asset.project_id
    ) image, LATERAL (VALUES
      ('assets/' || image.project_id || '/' || image.id || '.' || image.extension, image.stays),
      ('assets/' || image.project_id || '/' || image.id || '.variants', image.stays AND image.has_variants)
    ) object (key, required)
    UNION ALL SELECT 'foreign-images/' || id, status = 'ready' FROM submission.foreign_images`,
  gateway: `SELECT 'images/' || id || '.' || extension AS key, expires_at > now() AS required FROM gateway.image_files`,
};

/** Yields the keys in batches, out of the snapshot of the open transaction. */
export async function* readNamedKeys(client: Client, service: Service): AsyncGenerator<NamedKey> {
  await client.query(`DECLARE named_keys NO SCROLL CURSOR FOR ${NAMED[service]}`);
  try {
    for (;;) {
      const { rows } = await client.query<NamedKey>(`FETCH ${AT_ONCE} FROM named_keys`);
      yield* rows;
      if (rows.length < AT_ONCE) return;
    }
  } finally {
    await client.query('CLOSE named_keys');
  }
}

export interface Comparison {
  /** Rows whose object is not stored. */
  missing: string[];
  /** Objects that no row names. */
  unnamed: Set<string>;
}

export async function compareKeys(named: AsyncIterable<NamedKey>, stored: Iterable<string>): Promise<Comparison> {
  const unnamed = new Set(stored);
  const missing: string[] = [];
  for await (const { key, required } of named) {
    if (!unnamed.delete(key) && required) missing.push(key);
  }
  return { missing, unnamed };
}

/** A snapshot that pg_dump can share. Ends with the connection. */
export async function openSnapshot(client: Client): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const [row] = rows;
  if (!row) throw new Error('Postgres gave no snapshot');
  return row.snapshot;
}
