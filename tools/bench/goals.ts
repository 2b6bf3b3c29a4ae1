import type { Figures, Row } from './alternating-rounds';
import { CHAT_ROW, PACED_ROW, STREAM_ROW } from './gateway-rows';
import type { TasksRow } from './image-rows';

/** What a row must reach beside the first that it is compared with. */
interface Goal {
  row: string;
  /** `share`: of the other's answers a second. `added`: to the other's median latency, in milliseconds. */
  figure: 'share' | 'added';
  bound: number;
}

const GOALS: Goal[] = [
  { row: CHAT_ROW, figure: 'share', bound: 0.4 },
  { row: STREAM_ROW, figure: 'share', bound: 0.7 },
  { row: PACED_ROW, figure: 'added', bound: 2 },
];

export interface Verdict {
  goal: string;
  reached: string;
  met: boolean;
}

/** Judges the goals whose rows were measured. A row with errors reaches none. */
export function judge(rows: Row[]): Verdict[] {
  return GOALS.flatMap((goal) => {
    const row = rows.find(({ name }) => name === goal.row);
    const [ours, other] = row?.figures ?? [];
    return ours && other ? [verdict(goal, ours, other)] : [];
  });
}

function verdict({ row, figure, bound }: Goal, ours: Figures, other: Figures): Verdict {
  const share = ours.perSecond / other.perSecond;
  const addedMs = ours.p50Ms - other.p50Ms;
  const reached = figure === 'share' ? share >= bound : addedMs <= bound;
  return {
    goal: figure === 'share' ? `${row}: at least ${bound * 100} % of ${other.contestant}` : `${row}: at most ${bound} ms more than ${other.contestant}`,
    reached: `${figure === 'share' ? `${(share * 100).toFixed(1)} %` : `${addedMs.toFixed(2)} ms`}${ours.errors > 0 ? `, with ${ours.errors} errors` : ''}`,
    met: reached && ours.errors === 0,
  };
}

const MOST_OF_IDEAL = 1.5;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** A task that was not retrieved as succeeded misses the goal. */
export function judgeTasks({ tasks, retrieved, submittedMs, readyMs, idealMs }: TasksRow): Verdict {
  const share = readyMs / idealMs;
  return {
    goal: `${tasks} image tasks: at most ${MOST_OF_IDEAL} of the ideal time`,
    reached: `${share.toFixed(2)}: ready after ${seconds(readyMs)}, submitted after ${seconds(submittedMs)}, ideal ${seconds(idealMs)}; ${retrieved} retrieved`,
    met: share <= MOST_OF_IDEAL && retrieved === tasks,
  };
}
