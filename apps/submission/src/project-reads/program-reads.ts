import type { EntityManager } from 'typeorm';

export interface ProgramCounts {
  programId: string;
  projects: number;
  /** How many wait for a decision of staff. */
  toDecide: number;
  shipped: number;
}

/** Of each program that has projects, how many. */
export const countProjectsOf = (manager: EntityManager, programIds: readonly string[]): Promise<ProgramCounts[]> =>
  manager.query<ProgramCounts[]>(
    `SELECT program_id AS "programId", count(*)::integer AS projects,
       count(*) FILTER (WHERE state IN ('recommended', 'interviewing'))::integer AS "toDecide",
       count(*) FILTER (WHERE state = 'shipped')::integer AS shipped
     FROM projects WHERE erasing_at IS NULL AND program_id = ANY ($1::text[]) GROUP BY program_id`,
    [programIds],
  );

export const FUNNEL_STEPS = ['joined', 'reviewed', 'recommended', 'approved', 'shipped'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export interface ProgramFunnel {
  people: number;
  /** How many projects reached each step or a later one. */
  steps: Record<FunnelStep, number>;
}

/**
 * The furthest step of each project, from its state now and from its history. A decision that was taken back still counts.
 * A project that never moved, as most, has no history to read.
 */
const REACHED = `
  SELECT project.owner_id, greatest(
    CASE project.state WHEN 'draft' THEN 0 WHEN 'review_pending' THEN 1 WHEN 'changes_requested' THEN 1 WHEN 'rejected' THEN 1
      WHEN 'recommended' THEN 2 WHEN 'interviewing' THEN 2 WHEN 'shipped' THEN 4 ELSE 3 END,
    CASE WHEN project.state_since IS NOT NULL THEN (
      SELECT max(CASE entry.action WHEN 'request_review' THEN 1 WHEN 'recommend' THEN 2 WHEN 'approve' THEN 3 WHEN 'mark_shipped' THEN 4 END)
      FROM audit_entries entry WHERE entry.project_id = project.id
    ) END
  ) AS step
  FROM projects project WHERE project.erasing_at IS NULL AND project.program_id = $1`;

export async function readProgramFunnel(manager: EntityManager, programId: string): Promise<ProgramFunnel> {
  const [found] = await manager.query<(ProgramFunnel['steps'] & { people: number })[]>(
    `SELECT count(DISTINCT owner_id)::integer AS people, count(*)::integer AS joined,
       count(*) FILTER (WHERE step >= 1)::integer AS reviewed, count(*) FILTER (WHERE step >= 2)::integer AS recommended,
       count(*) FILTER (WHERE step >= 3)::integer AS approved, count(*) FILTER (WHERE step >= 4)::integer AS shipped
     FROM (${REACHED}) reached`,
    [programId],
  );
  const { people, ...steps } = found ?? { people: 0, joined: 0, reviewed: 0, recommended: 0, approved: 0, shipped: 0 };
  return { people, steps };
}
