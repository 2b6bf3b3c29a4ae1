import type { ReactNode } from 'react';
import { clockTime, dayAndClock, exactTime } from './dates';
import type { PageContext } from './page-context';

/** A time in words, with the exact one for machines and as a tip. */
export const Time = ({ time, children }: { time: Date; children: ReactNode }) => (
  <time dateTime={time.toISOString()} title={exactTime(time)}>
    {children}
  </time>
);

interface LocalTimeProps {
  page: Pick<PageContext, 'language'>;
  time: Date;
  /** Without the day. */
  isToday?: boolean;
}

/** A time of day on a page of the studio: in UTC, until the script says it in the reader's time zone. */
export const LocalTime = ({ page, time, isToday = false }: LocalTimeProps) => (
  <time dateTime={time.toISOString()} title={exactTime(time)} data-local-time={isToday ? 'clock' : 'day'}>
    {isToday ? clockTime(time) : dayAndClock(page.language, time)}
  </time>
);
