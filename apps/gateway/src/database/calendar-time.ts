import { applyDecorators } from '@nestjs/common';
import { IsISO8601, IsOptional, Matches } from 'class-validator';

/** Date parses this part of ISO 8601 the same everywhere. A time needs an offset, or it would be the server's. */
const CALENDAR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const calendarTime = { message: '$property must be a date or a time, such as 2026-05-31T09:30:00Z' };

export const CalendarTime = () =>
  applyDecorators(IsOptional(), IsISO8601({ strict: true }, calendarTime), Matches(CALENDAR_TIME, calendarTime));
