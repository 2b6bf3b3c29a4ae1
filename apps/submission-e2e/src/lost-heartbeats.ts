import type { JoinedStack } from '@shipyard/testing';

/** What the clock does in ten seconds to reviews whose worker is gone: the sweeper starts a new run of each. */
export async function letHeartbeatsExpire(stack: JoinedStack, slugs: readonly string[]): Promise<void> {
  await stack.query(
    'submission',
    `UPDATE reviews SET heartbeat_at = heartbeat_at - interval '10 seconds' FROM projects
     WHERE projects.id = reviews.project_id AND projects.slug = ANY ($1) AND reviews.status = 'running'`,
    [slugs],
  );
}
