import { instantOf } from '@shipyard/contracts';

const DAY_MS = 86_400_000;

/** What the address of the figures asks for. The days are as they were typed. */
export interface FiguresFields {
  program?: string;
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const startOf = (day: string | undefined) =>
  day !== undefined && DAY.test(day) ? instantOf(`${day}T00:00:00Z`) : null;

/** A value that nobody can choose is the same as none. */
export function readFiguresFields(url: string, programIds: readonly string[]): FiguresFields {
  const queryAt = url.indexOf('?');
  const sent = new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt));
  const dayOf = (name: string) => {
    const day = sent.get(name) ?? undefined;
    return startOf(day) ? day : undefined;
  };
  return { program: programIds.find((id) => id === sent.get('program')), from: dayOf('from'), to: dayOf('to') };
}

/** The last day counts too. */
export function timeOf({ from, to }: FiguresFields): { from: Date | null; to: Date | null } {
  const last = startOf(to);
  return { from: startOf(from), to: last && new Date(last.getTime() + DAY_MS) };
}
