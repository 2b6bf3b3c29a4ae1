import { applyDecorators } from '@nestjs/common';
import { IsISO8601, IsOptional, Matches } from 'class-validator';

/** Of ISO 8601 what Date reads alike everywhere: it knows no weeks, misreads days of the year, and takes a time without an offset for the server's. */
const CALENDAR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const calendarTime = { message: '$property must be a date or a time, such as 2026-05-31T09:30:00Z' };

/** A bound of time in a query, by the calendar: 2026-05-31 or 2026-05-31T09:30:00Z. */
export const CalendarTime = () => applyDecorators(IsOptional(), IsISO8601({ strict: true }, calendarTime), Matches(CALENDAR_TIME, calendarTime));
