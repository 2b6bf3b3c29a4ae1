import { Describe } from '@shipyard/http';
import { CalendarTime } from './calendar-time';

/**
 * `from` defaults to 31 days ago, `to` to now. The first day is its day in UTC. The last day is the last one that
 * starts before `to`, in the supplier's time zone.
 */
export class SupplierDriftQuery {
  @Describe(
    'A date or a time with its offset. The first day of the comparison is its day in UTC. If absent: 31 days ago.',
  )
  @CalendarTime()
  from?: string;

  @Describe(
    "A date or a time with its offset. The last day is the last one that starts before it, in the supplier's time zone. If absent: now.",
  )
  @CalendarTime()
  to?: string;
}
