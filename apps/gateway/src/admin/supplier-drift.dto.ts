import { Describe } from '@shipyard/http';
import { CalendarTime } from '../database/calendar-time';
import { DEFAULT_FROM } from '../database/report-range';

export class SupplierDriftQuery {
  @Describe(`A date or a time with its offset. The first day of the comparison is its day in UTC. ${DEFAULT_FROM}`)
  @CalendarTime()
  from?: string;

  @Describe(
    "A date or a time with its offset. The last day is the last one that starts before it, in the supplier's time zone. If absent: now.",
  )
  @CalendarTime()
  to?: string;
}
