import { checkStart, multiplierOf, NO_PRICE_LIST } from './price-list-form';

describe('a discount in percent', () => {
  it.each([
    ['0', '1.00000'],
    ['15', '0.85000'],
    ['12.5', '0.87500'],
    ['0.001', '0.99999'],
    ['100', '0.00000'],
  ])('%s leaves %s of the price', (percent, multiplier) => {
    expect(multiplierOf(percent)).toBe(multiplier);
  });

  it.each(['', '-1', '101', '12.3456', '1e1', '十'])('%j is none', (percent) => {
    expect(multiplierOf(percent)).toBeNull();
  });
});

describe('the start of a price list', () => {
  it('is now without a day, and never in the past', async () => {
    expect(await checkStart(NO_PRICE_LIST)).toEqual({});
    expect(await checkStart({ ...NO_PRICE_LIST, day: '2020-01-01' })).toBeNull();
    expect(await checkStart({ ...NO_PRICE_LIST, day: '2999-01-01', time: '06:30' })).toEqual({
      effective_from: '2999-01-01T06:30:00Z',
    });
  });
});
