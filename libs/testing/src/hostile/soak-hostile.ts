import { assertDocumented } from '../documented-answer';
import { headersOf } from '../documented-request';
import type { JoinedStack } from '../joined-stack';
import { buildRequest } from './build-request';
import { describedRoutes, type Route } from './described-routes';
import { Dice } from './dice';
import { gatewayRoutes } from './gateway-routes';
import { HostileWorld } from './hostile-world';
import { type HostileRequest, type Outcome, sendHostile } from './send-hostile';

const RENEW_EVERY = 400;
const DELIBERATE = ['SERVICE_UNAVAILABLE', 'service_unavailable', 'server_overloaded', 'no_route_available'];
const UPSTREAM = ['upstream_error', 'upstream_timeout'];

export interface HostileSoak {
  requests: number;
  seed: number;
  atOnce: number;
  /** A response that takes longer is trouble. Without it, only one that never comes is. */
  slowestMs?: number;
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
  { requests, seed, atOnce, slowestMs = Infinity, onProgress, onTrouble }: HostileSoak,
): Promise<HostileReport> {
  const world = new HostileWorld(stack);
  await world.open();
  const submission = await describedRoutes(
    { service: 'submission', url: stack.submissionUrl, document: '/api/v1/openapi.json' },
    world.values,
  );
  const routes = inTurn([...submission, ...(await gatewayRoutes(world))], new Dice(seed));
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
          const request = buildRequest(routes.next().value, dice, world);
          const { outcome, ms } = await sendHostile(request);
          const problem = await problemOf(request, outcome);
          const trouble = recordOutcome(report, slowestMs, number, request, outcome, ms, problem);
          if (trouble) onTrouble?.(trouble);
        }
      }),
    );
    onProgress?.(next);
    if (next < requests) await world.renew();
  }
  return report;
}

/** Each route once before any comes again, in a new order each time. */
function* inTurn(routes: readonly Route[], dice: Dice): Generator<Route, never> {
  for (;;) {
    const left = [...routes];
    while (left.length > 0) yield* left.splice(dice.below(left.length), 1);
  }
}

function recordOutcome(
  report: HostileReport,
  slowestMs: number,
  number: number,
  request: HostileRequest,
  outcome: Outcome,
  ms: number,
  problem: string | null,
): Trouble | null {
  const tally = report.tallies.get(request.label) ?? { statuses: {}, count: 0, slowestMs: 0, totalMs: 0 };
  report.tallies.set(request.label, tally);
  const status = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.count += 1;
  const ownMs = request.manner === 'stalled' || request.manner === 'starved' ? 0 : ms;
  tally.totalMs += ownMs;
  tally.slowestMs = Math.max(tally.slowestMs, ownMs);
  const why = troubleOf(report, outcome, ownMs > slowestMs ? ownMs : null) ?? problem;
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

function troubleOf(report: HostileReport, outcome: Outcome, tooSlowMs: number | null): string | null {
  if (outcome.kind === 'hung') return 'The connection was left hanging';
  if (tooSlowMs !== null) return `It took ${Math.round(tooSlowMs)} ms`;
  if (outcome.kind !== 'answered' || outcome.status < 500) return null;
  const code = /"(?:error|code)":"(\w+)"/.exec(outcome.text)?.[1] ?? '';
  if (outcome.status === 503 && DELIBERATE.includes(code)) report.deliberate += 1;
  else if (UPSTREAM.includes(code)) report.upstream += 1;
  else return `It was answered with ${outcome.status}`;
  return null;
}

/** An error of a service is one of its documented errors, has a request id, and does not show the token. */
async function problemOf({ head, baseUrl }: HostileRequest, outcome: Outcome): Promise<string | null> {
  // Node answers without a body if it cannot read the request.
  if (outcome.kind !== 'answered' || outcome.status < 400 || !outcome.text.startsWith('{')) return null;
  const [method = '', target = ''] = head.split(' ', 2);
  const headers = headersIn(outcome.head);
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(headers.get('x-request-id') ?? '')) return 'There is no request id';
  const token = /^Authorization: Bearer (\w{20,})/m.exec(head)?.[1];
  if (token !== undefined && outcome.text.includes(token)) return 'The error shows the token';
  // Of such a request the service knows no route.
  if (outcome.text.includes('The request is not valid HTTP.')) return null;
  const url = { origin: new URL(baseUrl).origin, pathname: target.split('?')[0] ?? '' };
  const text = Buffer.from(outcome.text, 'latin1').toString();
  return assertDocumented({ method, url, status: outcome.status, headers, text }).then(
    () => null,
    (error: unknown) => String(error),
  );
}

const headersIn = (head: string) =>
  headersOf(
    head
      .split('\r\n')
      .slice(1)
      .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
