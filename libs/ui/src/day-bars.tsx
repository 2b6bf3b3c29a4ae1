import type { ReactNode } from 'react';

/** A bar, and a part of it in another color. */
export interface DayBar {
  /** `2026-11-28`. */
  day: string;
  whole: number;
  part: number;
}

interface DayFigureProps {
  /** Oldest first, without gaps. */
  bars: DayBar[];
  /** The value at the upper line. Without one there is nothing to draw. */
  top: number;
  scale: (value: number) => string;
  label: string;
  says: string;
  /** What the rest and the part of a bar are. Absent if bars have no parts. */
  legend?: { rest: string | undefined; part: string | undefined };
  figures: string;
  /** The table with the same numbers. */
  children: ReactNode;
}

/** A bar a day, and a table with the same numbers. */
export function DayFigure({ bars, top, scale, label, says, legend, figures, children }: DayFigureProps) {
  return (
    <figure className="ui-day-chart">
      <figcaption>
        {says}
        {top > 0 && legend && (
          <span className="ui-day-chart-key">
            <i className="ui-key-margin" /> {legend.rest} <i className="ui-key-paid" /> {legend.part}
          </span>
        )}
      </figcaption>
      {top > 0 && (
        <div className="ui-day-chart-box" role="group" aria-label={label} tabIndex={0}>
          <Bars bars={bars} top={top} scale={scale} />
        </div>
      )}
      <details>
        <summary>{figures}</summary>
        {children}
      </details>
    </figure>
  );
}

const STEP = 24;
const BAR = 16;
const HEIGHT = 160;
const TOP = 24;
const FOOT = 32;

function Bars({ bars, top, scale }: Pick<DayFigureProps, 'bars' | 'top' | 'scale'>) {
  const height = (value: number) => (value / top) * HEIGHT;
  return (
    <svg viewBox={`0 0 ${bars.length * STEP + 64} ${TOP + HEIGHT + FOOT}`} aria-hidden="true">
      {[top / 2, top].map((value) => {
        const y = TOP + HEIGHT - height(value);
        return (
          <g key={value}>
            <path className="ui-chart-line" d={`M0 ${y}H${bars.length * STEP}`} />
            <text className="ui-chart-text" x={bars.length * STEP + 4} y={y + 4}>
              {scale(value)}
            </text>
          </g>
        );
      })}
      {bars.map(({ day, ...bar }, at) => {
        const x = at * STEP + (STEP - BAR) / 2;
        const [part, whole] = [height(bar.part), height(bar.whole)];
        const isWeek = at % 7 === (bars.length - 1) % 7;
        return (
          <g key={day}>
            <rect className="ui-chart-margin" x={x} y={TOP + HEIGHT - whole} width={BAR} height={whole - part} />
            <rect className="ui-chart-paid" x={x} y={TOP + HEIGHT - part} width={BAR} height={part} />
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
