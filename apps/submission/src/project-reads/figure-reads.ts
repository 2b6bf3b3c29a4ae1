import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { standingDecisions } from './standing-decisions';

/** The steps that somebody waits for, and which entries of the audit trail begin and end them. */
const WAITS = {
  review: { begin: ['request_review', 'rerun_review'], end: ['recommend', 'decline'] },
  address: { begin: ['approve', 'reship', 'withdraw_shipment', 'expire_shipment'], end: ['submit_shipment'] },
  shipping: { begin: ['submit_shipment'], end: ['mark_shipped'] },
} as const;

export const WAIT_NAMES = ['review', 'decision', 'interview', 'address', 'shipping'] as const;
export type WaitName = (typeof WAIT_NAMES)[number];

export interface Wait {
  median_seconds: number | null;
  p90_seconds: number | null;
}

export interface Figures {
  by_state: Record<ProjectState, number>;
  decided: number;
  waits: Record<WaitName, Wait>;
  agreement: { decided: number; as_recommended: number };
}

export interface FiguresOf {
  programId: string | null;
  from: Date | null;
  to: Date | null;
}

/** The name of a kept reading of them. */
export const figuresName = ({ programId, from, to }: FiguresOf) =>
  ['figures', programId, from?.toISOString(), to?.toISOString()].join(' ');

/** $1 program, $2 from, $3 to. */
const HAPPENED = (at: string) => `($2::timestamptz IS NULL OR ${at} >= $2) AND ($3::timestamptz IS NULL OR ${at} < $3)`;
const OF_PROGRAM = `($1::text IS NULL OR project.program_id = $1)`;

const actions = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** The last beginning before each end counts. */
const waitOf = (name: keyof typeof WAITS) => `
  SELECT '${name}' AS name, extract(epoch FROM entry.at - begun.at) AS seconds
  FROM audit_entries entry JOIN projects project ON project.id = entry.project_id
  CROSS JOIN LATERAL (
    SELECT max(earlier.at) AS at FROM audit_entries earlier
    WHERE earlier.project_id = entry.project_id AND earlier.id < entry.id AND earlier.action IN (${actions(WAITS[name].begin)})
  ) begun
  WHERE entry.action IN (${actions(WAITS[name].end)}) AND ${HAPPENED('entry.at')} AND ${OF_PROGRAM}`;

/** What the review before a decision said, and when its maker had finished what was asked. */
const DECIDED = `
  SELECT decision.action, decision.at, decision.from_state, review.recommended, greatest(review.finished_at, interview.finished_at) AS ready_at
  FROM ${standingDecisions(`${HAPPENED('entry.at')}`)} decision JOIN projects project ON project.id = decision.project_id
  LEFT JOIN LATERAL (
    SELECT recommended, finished_at FROM reviews
    WHERE reviews.project_id = decision.project_id AND status = 'succeeded' AND finished_at <= decision.at ORDER BY finished_at DESC LIMIT 1
  ) review ON true
  LEFT JOIN LATERAL (
    SELECT max(finished_at) AS finished_at FROM interviews
    WHERE interviews.project_id = decision.project_id AND finished_at <= decision.at
  ) interview ON true
  WHERE ${OF_PROGRAM}`;

const SELECT_WAITS = `
  WITH waits AS (
    ${waitOf('review')}
    UNION ALL ${waitOf('address')}
    UNION ALL ${waitOf('shipping')}
    UNION ALL
    SELECT 'decision', extract(epoch FROM decided.at - decided.ready_at) FROM (${DECIDED}) decided
    WHERE decided.from_state IN ('recommended', 'interviewing')
    UNION ALL
    SELECT 'interview', extract(epoch FROM interview.finished_at - begun.at)
    FROM interviews interview JOIN projects project ON project.id = interview.project_id
    CROSS JOIN LATERAL (
      SELECT max(entry.at) AS at FROM audit_entries entry
      WHERE entry.project_id = interview.project_id AND entry.action = 'recommend' AND entry.at <= interview.finished_at
    ) begun
    WHERE interview.finished_at IS NOT NULL AND ${HAPPENED('interview.finished_at')} AND ${OF_PROGRAM}
  )
  SELECT name, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)::float8 AS median_seconds,
    percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)::float8 AS p90_seconds
  FROM waits WHERE seconds IS NOT NULL GROUP BY name`;

/** Approval agrees with a recommendation, and any other decision with a review that did not recommend. */
const SELECT_DECIDED = `
  SELECT count(*)::integer AS decided, count(*) FILTER (WHERE recommended IS NOT NULL)::integer AS judged,
    count(*) FILTER (WHERE recommended = (action = 'approve'))::integer AS "asRecommended"
  FROM (${DECIDED}) decided`;

/** `from` and `to` narrow what happened. The states are those of now. */
export async function readFigures(manager: EntityManager, { programId, from, to }: FiguresOf): Promise<Figures> {
  const states = await manager.query<{ state: ProjectState; count: number }[]>(
    `SELECT project.state, count(*)::integer AS count FROM projects project WHERE project.erasing_at IS NULL AND ${OF_PROGRAM} GROUP BY project.state`,
    [programId],
  );
  const waits = await manager.query<(Wait & { name: WaitName })[]>(SELECT_WAITS, [programId, from, to]);
  const [counts] = await manager.query<{ decided: number; judged: number; asRecommended: number }[]>(SELECT_DECIDED, [
    programId,
    from,
    to,
  ]);
  const { decided, judged, asRecommended } = counts ?? { decided: 0, judged: 0, asRecommended: 0 };
  const countOf = (state: ProjectState) => states.find((row) => row.state === state)?.count ?? 0;
  const waitNamed = (name: WaitName): Wait => {
    const wait = waits.find((row) => row.name === name);
    return { median_seconds: rounded(wait?.median_seconds), p90_seconds: rounded(wait?.p90_seconds) };
  };
  return {
    by_state: recordOf(PROJECT_STATES, countOf),
    decided,
    waits: recordOf(WAIT_NAMES, waitNamed),
    agreement: { decided: judged, as_recommended: asRecommended },
  };
}

const rounded = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(seconds));
const recordOf = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
