import { setTimeout as wait } from 'node:timers/promises';

/** One request of a client. `failure` says what came in place of an answer. */
interface Attempt {
  phase: string;
  endedAt: number;
  tookMs: number;
  kind: string;
  failure: string | null;
}

export interface PhaseReport {
  phase: string;
  lastedSeconds: number;
  requests: number;
  failed: number;
  /** In how many seconds at least one request failed. */
  secondsWithErrors: number;
  /** From the beginning of the phase to its last failure. */
  lastErrorAfterSeconds: number | null;
  slowestSeconds: number;
  /** How often each kind of request failed, and how. */
  failures: [what: string, times: number][];
}

const GIVE_UP_MS = 30_000;
const AGAIN_MS = 500;
/** A write that is not acknowledged for so long is lost. */
const LOST_AFTER_MS = 300_000;

/** Counts what clients ask and what became of it, phase by phase. */
export class Attempts {
  private readonly all: Attempt[] = [];
  private readonly phases: { name: string; beganAt: number }[] = [];

  enter(name: string): void {
    this.phases.push({ name, beganAt: Date.now() });
  }

  /** Null if the request failed. */
  async one<Answer>(kind: string, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    const beganAt = Date.now();
    const note = (failure: string | null) => {
      const endedAt = Date.now();
      // What a failure broke began before it, so the end counts.
      const phase = this.phases.at(-1)?.name ?? '';
      this.all.push({ phase, endedAt, tookMs: endedAt - beganAt, kind, failure });
    };
    try {
      const answer = await send(AbortSignal.timeout(GIVE_UP_MS));
      note(null);
      return answer;
    } catch (error) {
      note(wordsOf(error));
      return null;
    }
  }

  /** Repeats a request, as a client does with an Idempotency-Key, until it is acknowledged. */
  async untilAcknowledged<Answer>(kind: string, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const giveUpAt = Date.now() + LOST_AFTER_MS;
    for (;;) {
      const answer = await this.one(kind, send);
      if (answer !== null) return answer;
      if (Date.now() > giveUpAt) throw new Error(`A client never got an answer to: ${kind}`);
      await wait(AGAIN_MS);
    }
  }

  report(): PhaseReport[] {
    return this.phases.map(({ name, beganAt }, at) => {
      const here = this.all.filter(({ phase }) => phase === name);
      const failed = here.filter(({ failure }) => failure !== null);
      const counts = new Map<string, number>();
      for (const { kind, failure } of failed) {
        const what = `${kind}: ${failure}`;
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
      const lastErrorAt = Math.max(...failed.map(({ endedAt }) => endedAt));
      return {
        phase: name,
        lastedSeconds: ((this.phases[at + 1]?.beganAt ?? Date.now()) - beganAt) / 1_000,
        requests: here.length,
        failed: failed.length,
        secondsWithErrors: new Set(failed.map(({ endedAt }) => Math.floor(endedAt / 1_000))).size,
        lastErrorAfterSeconds: failed.length === 0 ? null : (lastErrorAt - beganAt) / 1_000,
        slowestSeconds: Math.max(0, ...here.map(({ tookMs }) => tookMs)) / 1_000,
        failures: [...counts].toSorted(([, one], [, other]) => other - one),
      };
    });
  }
}

/** An answer that is no success. */
export class Refused extends Error {}

function wordsOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${GIVE_UP_MS / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

export function table(reports: readonly PhaseReport[]): string {
  const head = ['phase', 'lasted', 'requests', 'failed', 'seconds with errors', 'last error after', 'slowest answer'];
  const rows = reports.map((each) => [
    each.phase,
    `${each.lastedSeconds.toFixed(0)} s`,
    String(each.requests),
    String(each.failed),
    String(each.secondsWithErrors),
    each.lastErrorAfterSeconds === null ? '' : `${each.lastErrorAfterSeconds.toFixed(1)} s`,
    `${each.slowestSeconds.toFixed(1)} s`,
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
