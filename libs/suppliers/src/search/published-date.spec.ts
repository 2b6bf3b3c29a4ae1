import fc from 'fast-check';
import { readPublishedAt } from './published-date';

const now = new Date('2026-11-21T10:30:45.678Z');
const read = (value: unknown, offsetMinutes?: number) => readPublishedAt(value, { now, offsetMinutes });

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const two = (value: number) => String(value).padStart(2, '0');

describe('when a result was published', () => {
  it.each<[unknown, string | null]>([
    ['2024-07-22', '2024-07-22'],
    ['2024/7/2', '2024-07-02'],
    ['2024.07.22', '2024-07-22'],
    ['2024-07-22T18:48:00', '2024-07-22'],
    ['2024-07-22 18:48', '2024-07-22'],
    ['2024-07-22T18:48:00Z', '2024-07-22T18:48:00.000Z'],
    ['2024-07-22T18:48:00.123456+08:00', '2024-07-22T10:48:00.000Z'],
    ['2024-07-22 23:30:00 -0530', '2024-07-23T05:00:00.000Z'],
    ['Mon, 08 Jan 2024 12:00:00 GMT', '2024-01-08T12:00:00.000Z'],
    ['8 Jan 2024 12:00:00 +0800', '2024-01-08T04:00:00.000Z'],
    ['Jan 8, 2024', '2024-01-08'],
    ['Sept 8, 2024', '2024-09-08'],
    ['8 September 2024', '2024-09-08'],
    ['2024年7月22日', '2024-07-22'],
    ['2024年07月22日 18:48', '2024-07-22'],
    ['25 minutes ago', '2026-11-21T10:05:00.000Z'],
    ['an hour ago', '2026-11-21T09:30:00.000Z'],
    ['2 hours ago', '2026-11-21T08:30:00.000Z'],
    ['2 小时前', '2026-11-21T08:30:00.000Z'],
    ['3 days ago', '2026-11-18'],
    ['3天前', '2026-11-18'],
    // Ambiguous days and values that are not dates.
    ['08/01/2024', null],
    ['01.02.2024', null],
    ['3 weeks ago', null],
    ['last month', null],
    ['2024-02-30', null],
    ['2024-13-01', null],
    ['31 Feb 2024', null],
    ['Foo 8, 2024', null],
    ['Janx 8, 2024', null],
    ['Januar 8, 2024', null],
    ['2024-07-22T25:00:00Z', null],
    ['2024-07-22T10:00:00+99:00', null],
    ['1970-01-01', null],
    ['0001-01-01T00:00:00', null],
    ['2026-11-25', null],
    ['2099-01-01T00:00:00Z', null],
    ['9999 days ago', '1999-07-07'],
    ['', null],
    ['soon', null],
    [1_705_000_000, null],
    [null, null],
    [`${' '.repeat(100)}2024-07-22`, null],
  ])('%j is %j', (value, expected) => {
    expect(read(value)).toBe(expected);
  });

  it('takes a time without a zone for one of its own, where it is known to write so', () => {
    expect(read('2025-02-23T08:18:30', 480)).toBe('2025-02-23T00:18:30.000Z');
    expect(read('2025年2月23日 08:18', 480)).toBe('2025-02-23T00:18:00.000Z');
    expect(read('2025-02-23T08:18:30+00:00', 480)).toBe('2025-02-23T08:18:30.000Z');
    expect(read('2025-02-23', 480)).toBe('2025-02-23');
  });

  const times = fc.date({ min: new Date('1990-01-02T00:00:00Z'), max: now, noInvalidDate: true });

  it('reads what was written, in every dialect and zone', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -14 * 60, max: 14 * 60 }), (time, offset) => {
        const local = new Date(time.getTime() + offset * 60_000);
        const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
        const iso = local.toISOString();
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
        const whole = new Date(Math.floor(time.getTime() / 1_000) * 1_000).toISOString();
        const clock = iso.slice(11, 19);
        fc.pre(year >= 1990 && local.getTime() <= now.getTime());
        expect(read(iso.slice(0, 19) + zone)).toBe(whole);
        expect(read(`${iso.slice(0, 10)} ${clock}`, offset)).toBe(whole);
        expect(
          read(
            `${DAYS[local.getUTCDay()]}, ${two(day)} ${MONTHS[month]?.slice(0, 3)} ${year} ${clock} ${zone.replace(':', '')}`,
          ),
        ).toBe(whole);
        for (const text of [
          `${MONTHS[month]} ${day}, ${year}`,
          `${day} ${MONTHS[month]?.slice(0, 3)} ${year}`,
          `${year}年${month + 1}月${day}日`,
          `${year}/${month + 1}/${day}`,
        ]) {
          expect(read(text)).toBe(iso.slice(0, 10));
        }
      }),
    );
  });

  it('never throws, and says nothing but ISO 8601 of the time that was', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '2024',
        '02',
        '30',
        '-',
        '/',
        'T',
        ':',
        '99',
        ' ',
        'Jan',
        'ago',
        'day',
        '年',
        '月',
        '日',
        '天前',
        '+',
        'Z',
        '1',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.string(),
          pieces.map((list) => list.join('')),
        ),
        (value) => {
          const found = read(value);
          if (found === null) return;
          expect(found).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/);
          expect(new Date(found).toISOString().startsWith(found)).toBe(true);
          expect(Date.parse(found)).toBeGreaterThanOrEqual(Date.UTC(1990, 0, 1));
          expect(Date.parse(found)).toBeLessThanOrEqual(now.getTime() + 2 * 86_400_000);
        },
      ),
    );
  });
});
