export interface DateDialect {
  now: Date;
  offsetMinutes?: number;
}

interface DateParts {
  year: number;
  month: number;
  day: number;
  clock?: { hour: number; minute: number; second: number };
  offsetMinutes?: number;
}

type Reading = [RegExp, (groups: (name: string) => string, dialect: DateDialect) => DateParts | Date | null];

const LONGEST = 64;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An older date is an unset value. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** It is already tomorrow somewhere, and clocks differ. */
const AHEAD_MS = 2 * DAY_MS;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = String.raw`(?<month>[A-Z][a-z]{2,8})\.?`;
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})`;

const UNITS_MS: Record<string, number> = {
  second: 1_000,
  sec: 1_000,
  minute: MINUTE_MS,
  min: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  hr: 60 * MINUTE_MS,
  day: DAY_MS,
  秒: 1_000,
  秒钟: 1_000,
  分钟: MINUTE_MS,
  小时: 60 * MINUTE_MS,
  个小时: 60 * MINUTE_MS,
  天: DAY_MS,
};

const named = (groups: (name: string) => string) => ({ ...written(groups), month: monthOf(groups('month')) });

const READINGS: Reading[] = [
  [
    new RegExp(
      String.raw`^(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:(?:T|\s+)${CLOCK}\s*${ZONE}?)?$`,
      'i',
    ),
    written,
  ],
  [
    new RegExp(String.raw`^(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*日(?:\s*${CLOCK})?$`),
    written,
  ],
  [
    new RegExp(
      String.raw`^(?:[A-Z][a-z]{2,8},?\s+)?(?<day>\d{1,2})\s+${MONTH},?\s+(?<year>\d{4})(?:,?\s+${CLOCK}\s*${ZONE}?)?$`,
    ),
    named,
  ],
  [new RegExp(String.raw`^(?:[A-Z][a-z]{2,8},?\s+)?${MONTH}\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$`), named],
  [/^(?<count>\d{1,4}|an?|one)\s+(?<unit>second|sec|minute|min|hour|hr|day)s?\s+ago$/i, longAgo],
  [/^(?<count>\d{1,4})\s*(?<unit>秒钟?|分钟|个?小时|天)前$/, longAgo],
];

/** Returns ISO 8601 in UTC, or only the day if the zone is unknown. Null if the date is not certain. */
export function readPublishedAt(value: unknown, dialect: DateDialect): string | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const text = value.trim();
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const found = read((name) => match.groups?.[name] ?? '', dialect);
    if (found instanceof Date) return found.getTime() < EARLIEST_MS ? null : isoOf(found, text);
    return found && isoOfParts(found, dialect);
  }
  return null;
}

function written(groups: (name: string) => string): DateParts {
  const number = (name: string) => Number(groups(name));
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    ...(groups('hour') !== '' && {
      clock: { hour: number('hour'), minute: number('minute'), second: number('second') },
    }),
    ...(groups('zone') !== '' && { offsetMinutes: offsetOf(groups('zone')) }),
  };
}

function monthOf(name: string): number {
  const word = name.toLowerCase();
  return (
    MONTHS.findIndex(
      (month) => word === month || word === month.slice(0, 3) || (word === 'sept' && month === 'september'),
    ) + 1
  );
}

function longAgo(groups: (name: string) => string, { now }: DateDialect): Date | null {
  const count = /^\d+$/.test(groups('count')) ? Number(groups('count')) : 1;
  const unitMs = UNITS_MS[groups('unit').toLowerCase()];
  return unitMs === undefined ? null : new Date(now.getTime() - count * unitMs);
}

/** Days ago say nothing about the hour, and minutes ago nothing about the second. */
function isoOf(time: Date, text: string): string {
  if (/day|天/i.test(text)) return time.toISOString().slice(0, 10);
  return new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
}

function offsetOf(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function isoOfParts(parts: DateParts, dialect: DateDialect): string | null {
  const { year, month, day, clock } = parts;
  const atMidnight = new Date(Date.UTC(year, month - 1, day));
  const isDay =
    atMidnight.getUTCFullYear() === year && atMidnight.getUTCMonth() === month - 1 && atMidnight.getUTCDate() === day;
  if (!isDay || !isSensible(atMidnight.getTime(), dialect)) return null;
  if (clock && (clock.hour > 23 || clock.minute > 59 || clock.second > 59)) return null;
  const offsetMinutes = parts.offsetMinutes ?? dialect.offsetMinutes;
  if (!clock || offsetMinutes === undefined) return atMidnight.toISOString().slice(0, 10);
  if (Math.abs(offsetMinutes) > 14 * 60) return null;
  const time = Date.UTC(year, month - 1, day, clock.hour, clock.minute, clock.second) - offsetMinutes * MINUTE_MS;
  return isSensible(time, dialect) ? new Date(time).toISOString() : null;
}

const isSensible = (time: number, { now }: DateDialect) => time >= EARLIEST_MS && time <= now.getTime() + AHEAD_MS;
