import { grouped, Table } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { LatencyDay } from './overview.query';

const STEP = 24;
const BAR = 16;
const HEIGHT = 160;
const TOP = 24;
const FOOT = 32;

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
    <figure className="ui-day-chart">
      <figcaption>
        {worst === null ? words.latencyEmpty : words.latencySays(milliseconds(page, top), worst.day)}
        {worst !== null && (
          <span className="ui-day-chart-key">
            <i className="ui-key-margin" /> {words.p95} <i className="ui-key-paid" /> {words.p50}
          </span>
        )}
      </figcaption>
      {worst !== null && (
        <div className="ui-day-chart-box" role="group" aria-label={words.latency} tabIndex={0}>
          <Bars days={days} top={top} />
        </div>
      )}
      <details>
        <summary>{words.figures}</summary>
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
      </details>
    </figure>
  );
}

const milliseconds = ({ words }: PageContext, ms: number) => words.console.requests.milliseconds(grouped(String(ms)));

const told = (page: PageContext, ms: number | undefined) =>
  ms === undefined ? page.words.console.overview.noTraffic : milliseconds(page, ms);

function Bars({ days, top }: { days: LatencyDay[]; top: number }) {
  const height = (ms: number) => (ms / top) * HEIGHT;
  return (
    <svg viewBox={`0 0 ${days.length * STEP + 64} ${TOP + HEIGHT + FOOT}`} aria-hidden="true">
      {[top / 2, top].map((value) => (
        <g key={value}>
          <path className="ui-chart-line" d={`M0 ${TOP + HEIGHT - height(value)}H${days.length * STEP}`} />
          <text className="ui-chart-text" x={days.length * STEP + 4} y={TOP + HEIGHT - height(value) + 4}>
            {Math.round(value).toLocaleString('en')}
          </text>
        </g>
      ))}
      {days.map(({ day, latency }, at) => {
        const x = at * STEP + (STEP - BAR) / 2;
        const [half, most] = [height(latency?.p50Ms ?? 0), height(latency?.p95Ms ?? 0)];
        const isWeek = at % 7 === (days.length - 1) % 7;
        return (
          <g key={day}>
            <rect className="ui-chart-margin" x={x} y={TOP + HEIGHT - most} width={BAR} height={most - half} />
            <rect className="ui-chart-paid" x={x} y={TOP + HEIGHT - half} width={BAR} height={half} />
            <path className="ui-chart-tick" d={`M${x + BAR / 2} ${TOP + HEIGHT + 2}v${isWeek ? 8 : 4}`} />
            {isWeek && (
              <text className="ui-chart-text" x={x + BAR / 2} y={TOP + HEIGHT + 26} textAnchor="middle">
                {day.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
