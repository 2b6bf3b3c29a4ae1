import { Sum, sumText } from './amounts';
import { Table } from './table';

export interface ChartDay {
  /** `2026-11-28`. */
  day: string;
  chargedCny: string;
  /** What suppliers were paid. Absent where that is nobody's business. */
  paidCny?: string;
}

export interface ChartWords {
  chart: string;
  chartSays: (most: string, day: string) => string;
  chartEmpty: string;
  figures: string;
  day: string;
  charged: string;
  paid?: string;
  paidShort?: string;
  marginShort?: string;
}

interface ChartProps {
  words: ChartWords;
  /** Oldest first, without gaps. */
  days: ChartDay[];
}

const STEP = 24;
const BAR = 16;
const HEIGHT = 160;
const TOP = 24;
const FOOT = 32;

/** A bar a day: what was charged, and in it what suppliers were paid if the words name it. The table has the same numbers. */
export function DayChart({ words, days }: ChartProps) {
  const most = days.reduce(
    (best, day) => (Number(day.chargedCny) > Number(best.chargedCny) ? day : best),
    days[0] ?? NO_DAY,
  );
  const top = Math.max(Number(most.chargedCny), ...days.map(({ paidCny = '0' }) => Number(paidCny)));
  const isEmpty = top === 0;
  return (
    <figure className="ui-day-chart">
      <figcaption>
        {isEmpty ? words.chartEmpty : words.chartSays(sumText(most.chargedCny), most.day)}
        {!isEmpty && words.paid !== undefined && (
          <span className="ui-day-chart-key">
            <i className="ui-key-margin" /> {words.marginShort} <i className="ui-key-paid" /> {words.paidShort}
          </span>
        )}
      </figcaption>
      {!isEmpty && (
        <div className="ui-day-chart-box" role="group" aria-label={words.chart} tabIndex={0}>
          <Bars days={days} top={top} />
        </div>
      )}
      <details>
        <summary>{words.figures}</summary>
        <Figures words={words} days={days} />
      </details>
    </figure>
  );
}

const NO_DAY: ChartDay = { day: '', chargedCny: '0' };

function Bars({ days, top }: { days: ChartDay[]; top: number }) {
  const height = (cny: string) => (Math.max(0, Number(cny)) / top) * HEIGHT;
  const lines = [top / 2, top];
  return (
    <svg viewBox={`0 0 ${days.length * STEP + 64} ${TOP + HEIGHT + FOOT}`} aria-hidden="true">
      {lines.map((value) => {
        const y = TOP + HEIGHT - (value / top) * HEIGHT;
        return (
          <g key={value}>
            <path className="ui-chart-line" d={`M0 ${y}H${days.length * STEP}`} />
            <text className="ui-chart-text" x={days.length * STEP + 4} y={y + 4}>
              {Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 9 })}
            </text>
          </g>
        );
      })}
      {days.map(({ day, chargedCny, paidCny = '0' }, at) => {
        const x = at * STEP + (STEP - BAR) / 2;
        const [paid, charged] = [Math.min(height(paidCny), height(chargedCny)), height(chargedCny)];
        const isWeek = at % 7 === (days.length - 1) % 7;
        return (
          <g key={day}>
            <rect className="ui-chart-margin" x={x} y={TOP + HEIGHT - charged} width={BAR} height={charged - paid} />
            <rect className="ui-chart-paid" x={x} y={TOP + HEIGHT - paid} width={BAR} height={paid} />
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

function Figures({ words, days }: ChartProps) {
  const { paid } = words;
  return (
    <Table
      label={words.chart}
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      columns={[
        { name: words.day, cell: ({ day }) => day },
        { name: words.charged, isNumber: true, cell: ({ chargedCny }) => <Sum cny={chargedCny} /> },
        ...(paid === undefined
          ? []
          : [{ name: paid, isNumber: true, cell: ({ paidCny = '0' }: ChartDay) => <Sum cny={paidCny} /> }]),
      ]}
    />
  );
}
