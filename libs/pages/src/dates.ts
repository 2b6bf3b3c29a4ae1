import type { Language } from './language';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

interface Day {
  year: number;
  /** 0 to 11. */
  month: number;
  day: number;
}

/** Everything that a page says of time is in UTC, so that every visitor reads the same. */
export const utcDayOf = (time: Date): Day => ({
  year: time.getUTCFullYear(),
  month: time.getUTCMonth(),
  day: time.getUTCDate(),
});

/** "11 November 2026". */
export const longDate = (language: Language, { year, month, day }: Day): string =>
  language === 'en' ? `${day} ${MONTHS[month]} ${year}` : `${year} 年 ${month + 1} 月 ${day} 日`;

/** "11 Nov 2026". */
export const shortDate = (language: Language, { year, month, day }: Day): string =>
  language === 'en' ? `${day} ${MONTHS[month]?.slice(0, 3)} ${year}` : `${year} 年 ${month + 1} 月 ${day} 日`;

/** "11 Nov", where the year is known. */
export const dayAndMonth = (language: Language, { month, day }: Day): string =>
  language === 'en' ? `${day} ${MONTHS[month]?.slice(0, 3)}` : `${month + 1} 月 ${day} 日`;

/** "Nov", where the day and the year are known. */
export const monthName = (language: Language, { month }: Pick<Day, 'month'>): string =>
  language === 'en' ? `${MONTHS[month]?.slice(0, 3)}` : `${month + 1} 月`;

/** "Nov 2026". */
export const monthAndYear = (language: Language, { year, month }: Day): string =>
  language === 'en' ? `${MONTHS[month]?.slice(0, 3)} ${year}` : `${year} 年 ${month + 1} 月`;

/** "2026-11-11 14:08 UTC", for the tip of a date. */
export const exactTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** "14:08 UTC". */
export const clockTime = (time: Date): string => exactTime(time).slice(11);

/** "11 Nov, 14:08 UTC", where the year is known. */
export const dayAndClock = (language: Language, time: Date): string =>
  `${dayAndMonth(language, utcDayOf(time))}${language === 'en' ? ', ' : ' '}${clockTime(time)}`;
