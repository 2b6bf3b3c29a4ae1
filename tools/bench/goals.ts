import type { Figures, Row } from './alternating-rounds';
import type { AssistantsRow } from './assistant-rows';
import type { BodiesRow, FloodRow } from './body-rows';
import type { BudgetsRow } from './budget-rows';
import { CHAT_ROW, PACED_ROW, STREAM_ROW } from './gateway-rows';
import type { CliRow } from './cli-rows';
import type { EventRow } from './event-rows';
import type { HotCustomerRow } from './hot-customer-rows';
import type { TasksRow } from './image-rows';
import type { SubmissionsRow } from './image-submission-rows';
import type { LedgerRow } from './ledger-rows';
import type { OperatorRow } from './operator-rows';
import type { RenderRow } from './render-rows';
import type { StaffRow } from './staff-rows';

interface Goal {
  row: string;
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
    goal:
      figure === 'share'
        ? `${row}: at least ${bound * 100} % of ${other.contestant}`
        : `${row}: at most ${bound} ms more than ${other.contestant}`,
    reached: `${figure === 'share' ? `${(share * 100).toFixed(1)} %` : `${addedMs.toFixed(2)} ms`}${ours.errors > 0 ? `, with ${ours.errors} errors` : ''}`,
    met: reached && ours.errors === 0,
  };
}

const MOST_OF_IDEAL = 1.5;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

export function judgeTasks({ tasks, retrieved, submittedMs, readyMs, idealMs }: TasksRow): Verdict {
  const share = readyMs / idealMs;
  return {
    goal: `${tasks} image tasks: at most ${MOST_OF_IDEAL} of the ideal time`,
    reached: `${share.toFixed(2)}: ready after ${seconds(readyMs)}, submitted after ${seconds(submittedMs)}, ideal ${seconds(idealMs)}; ${retrieved} retrieved`,
    met: share <= MOST_OF_IDEAL && retrieved === tasks,
  };
}

const RECONCILED_MOST_MS = 5_000;

const CLOSED_MOST_MS = 5 * 60_000;
const CLOSING_RATIO_MOST = 1.2;

export function judgeLedger({
  rows,
  days,
  reconciledMs,
  driftCny,
  mismatches,
  sealedMs,
  summedMs,
  verifiedMs,
  seededMs,
  faults,
  statements,
  closedMs,
  chatP99Ms: { alone, whileClosing },
}: LedgerRow): Verdict[] {
  const ratio = whileClosing / alone;
  return [
    {
      goal: `${rows} rows of the ledger in ${days} sealed days and an open one: reconciled within ${seconds(RECONCILED_MOST_MS)}`,
      reached: `${seconds(reconciledMs)}, drift ${driftCny} CNY, ${mismatches} mismatches; written in ${seconds(seededMs)}, sealed in ${seconds(sealedMs)}, summed in ${seconds(summedMs)}, verified in ${seconds(verifiedMs)} with ${faults} faults; ${statements} statements closed in ${seconds(closedMs)}`,
      met: reconciledMs <= RECONCILED_MOST_MS && Number(driftCny) === 0 && mismatches === 0 && faults === 0,
    },
    {
      goal: `statements of ${rows} rows closed within ${seconds(CLOSED_MOST_MS)}, while the p99 of charged chats is at most ${CLOSING_RATIO_MOST} times as long`,
      reached: `${seconds(closedMs)}; p99 ${alone.toFixed(1)} ms alone, ${whileClosing.toFixed(1)} ms meanwhile: ${ratio.toFixed(2)} times`,
      met: closedMs <= CLOSED_MOST_MS && ratio <= CLOSING_RATIO_MOST,
    },
  ];
}

const HELD_UP_MOST_MS = 200;
const HELD_MOST_MIB = 32;

export function judgeBodies({ path, alone, beside, statuses, stalled }: BodiesRow): Verdict[] {
  const growth =
    stalled.residentGrowthMiB === null ? '' : `, and the process grew by ${stalled.residentGrowthMiB.toFixed(0)} MiB`;
  return [
    {
      goal: `bodies of 900,000 keys to ${path}: another request waits at most ${HELD_UP_MOST_MS} ms`,
      reached: `${beside.mostMs.toFixed(0)} ms of ${beside.asked} requests, median ${beside.p50Ms.toFixed(1)} ms (alone ${alone.mostMs.toFixed(0)} and ${alone.p50Ms.toFixed(1)} ms); answered ${statuses.join(', ')}`,
      met: beside.mostMs <= HELD_UP_MOST_MS && statuses.every((status) => status === 400),
    },
    {
      goal: `${stalled.clients} stalled bodies to ${path}: hold at most ${HELD_MOST_MIB} MiB`,
      reached: `${stalled.heldMiB.toFixed(1)} MiB, ${stalled.refused} refused${growth}`,
      met: stalled.heldMiB <= HELD_MOST_MIB,
    },
  ];
}

const FLOOD_MOST_MIB = 1_024;

export function judgeFlood({ path, clients, statuses, residentMiB }: FloodRow): Verdict {
  const answers = Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
  const memory =
    residentMiB === null
      ? 'memory not known'
      : `${residentMiB.before.toFixed(0)} MiB before, ${residentMiB.most.toFixed(0)} MiB at most`;
  return {
    goal: `${clients} bodies of 20 MiB at once to ${path}: the process holds at most ${FLOOD_MOST_MIB} MiB`,
    reached: `${memory}; answered ${answers}`,
    met: residentMiB === null || residentMiB.most <= FLOOD_MOST_MIB,
  };
}

const MOST_ADDED_MS = 100;

export function judgeBudgets({ ledgerRows, mostMs, errors, countedMs }: BudgetsRow): Verdict {
  const addedMs = mostMs.with - mostMs.without;
  return {
    goal: `a budget set over ${ledgerRows} ledger rows: no chat of another key waits more than ${MOST_ADDED_MS} ms longer`,
    reached: `${addedMs.toFixed(0)} ms (at most ${mostMs.with.toFixed(0)} ms, without it ${mostMs.without.toFixed(0)}); the key itself waited ${seconds(countedMs)}, ${errors} errors`,
    met: addedMs <= MOST_ADDED_MS && errors === 0,
  };
}

const MOST_OF_P99 = 1.5;

/** Compares with the same load spread over many customers, because load alone slows everybody down. */
export function judgeHotCustomer({ alone, besideMany, besideHot, errors }: HotCustomerRow): Verdict {
  const ms = (each: { p50Ms: number; p99Ms: number }) =>
    `p50 ${each.p50Ms.toFixed(1)}, p99 ${each.p99Ms.toFixed(1)} ms`;
  return {
    goal: `a hot customer at two gateways: the p99 of others is at most ${MOST_OF_P99} of what it is beside as many chats of many customers`,
    reached: `${(besideHot.p99Ms / besideMany.p99Ms).toFixed(2)}: ${ms(besideHot)}, beside many ${ms(besideMany)}; with no other load ${ms(alone)}; ${errors} errors`,
    met: besideHot.p99Ms <= MOST_OF_P99 * besideMany.p99Ms && errors === 0,
  };
}

const MOST_OF_QUIET_P99 = 2;

export function judgeAssistants({ alone, beside, errors }: AssistantsRow): Verdict {
  return {
    goal: `an account that floods /mcp: the p99 of other readers is at most ${MOST_OF_QUIET_P99} times what it is without`,
    reached: `${(beside.p99Ms / alone.p99Ms).toFixed(2)}: p50 ${beside.p50Ms.toFixed(1)}, p99 ${beside.p99Ms.toFixed(1)} ms, without p50 ${alone.p50Ms.toFixed(1)}, p99 ${alone.p99Ms.toFixed(1)} ms; ${errors} errors`,
    met: beside.p99Ms <= MOST_OF_QUIET_P99 * alone.p99Ms && errors === 0,
  };
}

/** Also a bound for p50, since a queue may slow every call a little. */
export function judgeSubmissions({ submissionsAtOnce, submitted, alone, beside, errors }: SubmissionsRow): Verdict {
  const ms = (each: { p50Ms: number; p99Ms: number }) =>
    `p50 ${each.p50Ms.toFixed(1)}, p99 ${each.p99Ms.toFixed(1)} ms`;
  const shares = [beside.p50Ms / alone.p50Ms, beside.p99Ms / alone.p99Ms];
  return {
    goal: `${submissionsAtOnce} parallel submissions of image tasks: p50 and p99 of another customer's chats are at most ${MOST_OF_P99} of what they are without`,
    reached: `${shares.map((share) => share.toFixed(2)).join(' and ')}: ${ms(beside)}, without ${ms(alone)}; ${submitted} submitted, ${errors} errors`,
    met: shares.every((share) => share <= MOST_OF_P99) && errors === 0,
  };
}

const MOST_RENDER_MS = 2_000;

const MOST_OF_BARE_START = 3;

export function judgeCli({ shipyardMs, nodeMs }: CliRow): Verdict {
  const ratio = shipyardMs / nodeMs;
  return {
    goal: `shipyard --version: at most ${MOST_OF_BARE_START} times node -e 0`,
    reached: `${ratio.toFixed(2)}: ${shipyardMs.toFixed(0)} ms and ${nodeMs.toFixed(0)} ms`,
    met: ratio <= MOST_OF_BARE_START,
  };
}

export function judgeRender({ name, cpuMs }: RenderRow): Verdict {
  return {
    goal: `a README of ${name}: at most ${seconds(MOST_RENDER_MS)} of CPU`,
    reached: seconds(cpuMs),
    met: cpuMs <= MOST_RENDER_MS,
  };
}

const MOST_EVENT_MS = 500;

export function judgeEvent({ bytes, cpuMs }: EventRow): Verdict {
  return {
    goal: `an event of ${bytes / 1_048_576} MiB that comes byte by byte: under ${seconds(MOST_EVENT_MS)} of CPU`,
    reached: `${cpuMs.toFixed(0)} ms`,
    met: cpuMs < MOST_EVENT_MS,
  };
}

const STAFF_MOST_MS = 300;

export function judgeStaff({ page, projects, medianMs, mostMs, bytes }: StaffRow): Verdict {
  return {
    goal: `console at ${projects} projects, ${page}: within ${STAFF_MOST_MS} ms`,
    reached: `median ${medianMs.toFixed(0)} ms, slowest ${mostMs.toFixed(0)} ms, ${Math.ceil(bytes / 1_000)} KB`,
    met: medianMs <= STAFF_MOST_MS,
  };
}

export function judgeOperators({ page, requests, ledgerRows, medianMs, mostMs, bytes }: OperatorRow): Verdict {
  return {
    goal: `console at ${requests} requests and ${ledgerRows} ledger rows, ${page}: within ${STAFF_MOST_MS} ms`,
    reached: `median ${medianMs.toFixed(0)} ms, slowest ${mostMs.toFixed(0)} ms, ${Math.ceil(bytes / 1_000)} KB`,
    met: medianMs <= STAFF_MOST_MS,
  };
}
