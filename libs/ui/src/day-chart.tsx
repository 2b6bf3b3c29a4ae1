import { Sum, sumText } from './amounts';
import { type DayBar, DayFigure } from './day-bars';
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

/** A bar a day: what was charged, and in it what suppliers were paid if the words name it. The table has the same numbers. */
export function DayChart({ words, days }: ChartProps) {
  const most = days.reduce(
    (best, day) => (Number(day.chargedCny) > Number(best.chargedCny) ? day : best),
    days[0] ?? NO_DAY,
  );
  const top = Math.max(Number(most.chargedCny), ...days.map(({ paidCny = '0' }) => Number(paidCny)));
  return (
    <DayFigure
      bars={days.map(barOf)}
      top={top}
      scale={(value) => Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 9 })}
      label={words.chart}
      says={top === 0 ? words.chartEmpty : words.chartSays(sumText(most.chargedCny), most.day)}
      legend={words.paid === undefined ? undefined : { rest: words.marginShort, part: words.paidShort }}
      figures={words.figures}
    >
      <Figures words={words} days={days} />
    </DayFigure>
  );
}

const NO_DAY: ChartDay = { day: '', chargedCny: '0' };

function barOf({ day, chargedCny, paidCny = '0' }: ChartDay): DayBar {
  const [whole, paid] = [Math.max(0, Number(chargedCny)), Math.max(0, Number(paidCny))];
  return { day, whole, part: Math.min(paid, whole) };
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
