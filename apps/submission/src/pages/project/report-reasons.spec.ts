import { reportOf } from './report-reasons';

describe('what a report says', () => {
  it.each([
    { kind: undefined, reason: 'It copies mine.', said: 'It copies mine.' },
    { kind: 'copied', reason: ' ', said: 'It is copied from somebody else' },
    { kind: 'spam', reason: 'Shoes', said: 'It is advertising or spam: Shoes' },
    { kind: 'constructor', reason: '', said: '' },
  ])('$kind with "$reason" is "$said"', ({ kind, reason, said }) => {
    expect(reportOf({ reason, ...(kind !== undefined && { kind }) })).toEqual({ reason: said });
  });
});
