import { outcomeOf } from './request-log.service';

describe('the outcome of a call of a supplier', () => {
  it.each([
    [Object.assign(new Error('no'), { fault: 'timeout' }), 'timeout'],
    [AbortSignal.abort().reason as unknown, 'left'],
    [new TypeError('no'), 'internal'],
    ['no', 'internal'],
  ])('%s is %s', (error, outcome) => {
    expect(outcomeOf(error)).toBe(outcome);
  });
});
