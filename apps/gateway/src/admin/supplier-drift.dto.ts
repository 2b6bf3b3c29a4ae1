import { CalendarTime } from './calendar-time';

/**
 * `from` defaults to 31 days ago, `to` to now. The first day is its day in UTC. The last day is the last one that
 * starts before `to`, in the supplier's time zone.
 */
export class SupplierDriftQuery {
  @CalendarTime()
  from?: string;

  @CalendarTime()
  to?: string;
}
