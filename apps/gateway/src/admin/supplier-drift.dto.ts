import { CalendarTime } from './calendar-time';

/** What to compare. Left out, `from` is 31 days ago and `to` is now. */
export class SupplierDriftQuery {
  /** The first day is its day in UTC. */
  @CalendarTime()
  from?: string;

  /** The last day is the last that begins before it, in the zone of each supplier. */
  @CalendarTime()
  to?: string;
}
