import { timeZoneProblem } from '../database/time-zone';

describe('a time zone', () => {
  it.each(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'])('is %s', (value) => {
    expect(timeZoneProblem(value)).toBeNull();
  });

  it.each(['', 'Asia', 'Asia/Nowhere', '+08:00', 'Asia/Shanghai ', 'Asia/Shanghai\0', 8, null, ['UTC']])(
    'is not %j',
    (value) => {
      expect(timeZoneProblem(value)).toMatch(/must be/);
    },
  );
});
