import { dataOf, ShipyardError } from '@shipyard/client';
import type { ServerLog, ServerState } from '@shipyard/project-folder';
import type { Connection } from '../connection/connect';

const PAGE = 100;

/** Reads all that a sync compares with. */
export async function readServerState({ client }: Pick<Connection, 'client'>, slug: string): Promise<ServerState> {
  const params = { path: { slug } };
  const [project, readme, logs, { assets }] = await Promise.all([
    dataOf(client.GET('/api/v1/projects/{slug}', { params })),
    dataOf(client.GET('/api/v1/projects/{slug}/readme', { params })).catch(nullIfAbsent),
    readLogs({ client }, slug),
    dataOf(client.GET('/api/v1/projects/{slug}/assets', { params })),
  ]);
  // The project may have been read before or after somebody changed the README. Its own time belongs to this text.
  const readAt = { readme_updated_at: readme?.updated_at ?? null };
  return { project: { ...project, ...readAt }, readme: readme?.markdown ?? null, logs, assets };
}

async function readLogs({ client }: Pick<Connection, 'client'>, slug: string): Promise<ServerLog[]> {
  const logs: ServerLog[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: { logs: ServerLog[]; next_cursor: string | null } = await dataOf(
      client.GET('/api/v1/projects/{slug}/logs', { params: { path: { slug }, query } }),
    );
    logs.push(...page.logs);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return logs;
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof ShipyardError && error.error === 'README_NOT_FOUND') return null;
  throw error;
}
