import { CalendarTime } from './calendar-time';

/** `from` defaults to 31 days ago, `to` to now. */
export class SupplierDriftQuery {
  /** The first day is its day in UTC. */
  @CalendarTime()
  from?: string;

  /** The last day is the last one that starts before it, in the supplier's time zone. */
  @CalendarTime()
  to?: string;
}
