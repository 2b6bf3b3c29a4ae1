import { DayFigure, grouped, Table } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { LatencyDay } from './overview.query';

interface ChartProps {
  page: PageContext;
  /** Oldest first, without gaps. */
  days: LatencyDay[];
}

/** A bar a day: what 95 of 100 answers took at most, and in it what half of them took. The table has the same numbers. */
export function LatencyChart({ page, days }: ChartProps) {
  const words = page.words.console.overview;
  const worst = days.reduce<LatencyDay | null>(
    (best, day) => ((day.latency?.p95Ms ?? -1) > (best?.latency?.p95Ms ?? -1) ? day : best),
    null,
  );
  const top = worst?.latency?.p95Ms ?? 0;
  return (
    <DayFigure
      bars={days.map(({ day, latency }) => ({ day, whole: latency?.p95Ms ?? 0, part: latency?.p50Ms ?? 0 }))}
      top={top}
      scale={(value) => Math.round(value).toLocaleString('en')}
      label={words.latency}
      says={worst === null ? words.latencyEmpty : words.latencySays(milliseconds(page, top), worst.day)}
      legend={{ rest: words.p95, part: words.p50 }}
      figures={words.figures}
    >
      <Table
        label={words.latency}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          { name: words.day, cell: ({ day }) => day },
          { name: words.p50, isNumber: true, cell: ({ latency }) => told(page, latency?.p50Ms) },
          { name: words.p95, isNumber: true, cell: ({ latency }) => told(page, latency?.p95Ms) },
        ]}
      />
    </DayFigure>
  );
}

const milliseconds = ({ words }: PageContext, ms: number) => words.console.requests.milliseconds(grouped(String(ms)));

const told = (page: PageContext, ms: number | undefined) =>
  ms === undefined ? page.words.console.overview.noTraffic : milliseconds(page, ms);
