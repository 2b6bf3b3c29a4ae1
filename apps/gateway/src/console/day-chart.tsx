import { DayChart as Chart, type PageContext } from '../pages';

export interface ChargedDay {
  /** `2026-11-28`. */
  day: string;
  chargedCny: string;
  paidCny: string;
}

/** What suppliers were paid, and the margin above it. */
export const DayChart = ({ page, days }: { page: PageContext; days: ChargedDay[] }) => (
  <Chart words={page.words.console.overview} days={days} />
);
