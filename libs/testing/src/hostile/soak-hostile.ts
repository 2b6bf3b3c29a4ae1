import type { JoinedStack } from '../test-stack';
import { buildRequest } from './build-request';
import { describedRoutes, type Route } from './described-routes';
import { Dice } from './dice';
import { gatewayRoutes } from './gateway-routes';
import { HostileWorld } from './hostile-world';
import { type HostileRequest, type Outcome, sendHostile } from './send-hostile';

const SLOWEST_MS = 5_000;
const RENEW_EVERY = 400;
const DELIBERATE = ['SERVICE_UNAVAILABLE', 'service_unavailable', 'server_overloaded', 'no_route_available'];
const UPSTREAM = ['upstream_error', 'upstream_timeout'];

export interface HostileSoak {
  requests: number;
  seed: number;
  atOnce: number;
  onProgress?: (done: number) => void;
  onTrouble?: (trouble: Trouble) => void;
}

export interface RouteTally {
  statuses: Record<string, number>;
  count: number;
  slowestMs: number;
  totalMs: number;
}

export interface Trouble {
  number: number;
  why: string;
  request: string;
  answer: string;
}

export interface HostileReport {
  tallies: Map<string, RouteTally>;
  troubles: Trouble[];
  deliberate: number;
  upstream: number;
}

/** Sends mutated requests of every route, and reports outcomes that no request may cause. */
export async function soakHostile(
  stack: JoinedStack,
  { requests, seed, atOnce, onProgress, onTrouble }: HostileSoak,
): Promise<HostileReport> {
  const world = new HostileWorld(stack);
  await world.open();
  const submission = await describedRoutes(stack.submissionUrl, world.values);
  const gateway = gatewayRoutes();
  const report: HostileReport = { tallies: new Map(), troubles: [], deliberate: 0, upstream: 0 };
  let next = 0;
  while (next < requests) {
    const until = Math.min(requests, next + RENEW_EVERY);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < until) {
          const number = next;
          next += 1;
          // With its own dice, a request does not depend on the order of responses.
          const dice = new Dice(seed + number * 7_919);
          const request = buildRequest(dice.pick<Route>(dice.percent(55) ? submission : gateway), dice, world);
          const { outcome, ms } = await sendHostile(request);
          const trouble = recordOutcome(report, number, request, outcome, ms);
          if (trouble) onTrouble?.(trouble);
        }
      }),
    );
    onProgress?.(next);
    if (next < requests) await world.renew();
  }
  return report;
}

function recordOutcome(
  report: HostileReport,
  number: number,
  request: HostileRequest,
  outcome: Outcome,
  ms: number,
): Trouble | null {
  const tally = report.tallies.get(request.label) ?? { statuses: {}, count: 0, slowestMs: 0, totalMs: 0 };
  report.tallies.set(request.label, tally);
  const status = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.count += 1;
  const ownMs = request.manner === 'stalled' || request.manner === 'starved' ? 0 : ms;
  tally.totalMs += ownMs;
  tally.slowestMs = Math.max(tally.slowestMs, ownMs);
  const why = troubleOf(report, outcome, ownMs);
  if (why === null) return null;
  const answer = outcome.kind === 'answered' ? `${outcome.head}\n\n${outcome.text.slice(0, 500)}` : outcome.kind;
  const trouble = {
    number,
    why,
    request: `${request.label} (${request.manner})\n${request.head.slice(0, 1_500)}${request.body.toString('latin1').slice(0, 1_500)}`,
    answer,
  };
  report.troubles.push(trouble);
  return trouble;
}

function troubleOf(report: HostileReport, outcome: Outcome, ms: number): string | null {
  if (outcome.kind === 'hung') return 'The connection was left hanging';
  if (ms > SLOWEST_MS) return `It took ${Math.round(ms)} ms`;
  if (outcome.kind !== 'answered' || outcome.status < 500) return null;
  const code = /"(?:error|code)":"(\w+)"/.exec(outcome.text)?.[1] ?? '';
  if (outcome.status === 503 && DELIBERATE.includes(code)) report.deliberate += 1;
  else if (UPSTREAM.includes(code)) report.upstream += 1;
  else return `It was answered with ${outcome.status}`;
  return null;
}
