import type { BenchProcesses } from './bench-process';
import type { Asked, LoadResult } from './load';
import { cpuMicrosOf } from './process-cpu';

export interface Contestant {
  name: string;
  asked: Asked;
  pid: number;
}

export interface Effort {
  warmupSeconds: number;
  rounds: number;
  seconds: number;
  connections: number;
  perSecond: number | null;
}

export interface Figures extends Omit<LoadResult, 'answers' | 'mostMs'> {
  contestant: string;
  cpuMicros: number | null;
}

export interface Row {
  name: string;
  figures: [Figures, ...Figures[]];
  answers: Record<string, number>;
}

type Round = LoadResult & { cpuMicros: number | null };

/** Alternates the order, so that disturbances of the machine affect all contestants. */
export async function measureRow(
  name: string,
  contestants: [Contestant, ...Contestant[]],
  effort: Effort,
  processes: BenchProcesses,
  stopping: AbortSignal,
): Promise<Row> {
  const rounds = new Map<Contestant, Round[]>(contestants.map((contestant) => [contestant, []]));
  const answers: Record<string, number> = {};

  async function drive(contestant: Contestant, seconds: number): Promise<Round> {
    stopping.throwIfAborted();
    const { asked, pid } = contestant;
    const cpuBefore = await cpuMicrosOf(pid);
    const result = await processes.drive({
      ...asked,
      seconds,
      connections: effort.connections,
      perSecond: effort.perSecond,
    });
    const cpuAfter = await cpuMicrosOf(pid);
    answers[contestant.name] = (answers[contestant.name] ?? 0) + result.answers;
    return {
      ...result,
      cpuMicros: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / result.answers,
    };
  }

  for (const contestant of contestants) await drive(contestant, effort.warmupSeconds);
  for (let round = 0; round < effort.rounds; round += 1) {
    const order = round % 2 === 0 ? contestants : [...contestants].reverse();
    for (const contestant of order) rounds.get(contestant)?.push(await drive(contestant, effort.seconds));
  }
  const figuresOf = (contestant: Contestant) => summarise(contestant.name, rounds.get(contestant) ?? []);
  const [ours, ...others] = contestants;
  return { name, figures: [figuresOf(ours), ...others.map(figuresOf)], answers };
}

function summarise(contestant: string, rounds: Round[]): Figures {
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
  return {
    contestant,
    perSecond: medianOf((round) => round.perSecond),
    p50Ms: medianOf((round) => round.p50Ms),
    p99Ms: medianOf((round) => round.p99Ms),
    cpuMicros: rounds.some(({ cpuMicros }) => cpuMicros === null) ? null : medianOf(({ cpuMicros }) => cpuMicros ?? 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    loadCpuShare: medianOf((round) => round.loadCpuShare),
    lateShare: medianOf((round) => round.lateShare),
  };
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
