import { dayAndClock } from './words';

describe('dayAndClock', () => {
  it('writes a time as the pages do, in both languages', () => {
    const time = new Date(2026, 10, 23, 9, 5);
    expect([dayAndClock(time, 'en'), dayAndClock(time, 'zh-Hans')]).toEqual(['23 Nov, 09:05', '11 月 23 日 09:05']);
  });
});
