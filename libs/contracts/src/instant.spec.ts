import fc from 'fast-check';
import { instantOf } from './instant';

describe('an instant', () => {
  it.each([
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00+08:00', '2030-01-31T04:00:00.000Z'],
    ['2030-01-31T12:00:00.123456789Z', '2030-01-31T12:00:00.123Z'],
  ])('includes %s', (text, iso) => {
    expect(instantOf(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '2030-02-30T12:00:00Z',
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-W05-4T12:00Z',
    '2030-01-31T25:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '',
    1,
    null,
    {},
  ])('excludes %j', (value) => {
    expect(instantOf(value)).toBeNull();
  });

  it('parses the output of Date', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(dates, (date) => expect(instantOf(date.toISOString())).toEqual(date)));
  });
});
