import type { ReactNode } from 'react';
import { exactTime } from './dates';

/** A time in words, with the exact one for machines and as a tip. */
export const Time = ({ time, children }: { time: Date; children: ReactNode }) => (
  <time dateTime={time.toISOString()} title={exactTime(time)}>
    {children}
  </time>
);
