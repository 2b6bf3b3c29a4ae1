import { bigintColumn, isDatabaseUnavailable, violatedConstraint } from './database';

describe('database errors', () => {
  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
    [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), true],
    [new Error('Connection terminated unexpectedly'), true],
    [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    [new Error('syntax error'), false],
    ['text', false],
  ])('%s: unavailable is %s', (error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });

  it('name the constraint that was broken', () => {
    expect(violatedConstraint(Object.assign(new Error('x'), { code: '23505', constraint: 'projects_slug_key' }))).toBe('projects_slug_key');
    expect(violatedConstraint(Object.assign(new Error('x'), { code: '42601', constraint: 'no' }))).toBeNull();
  });
});

describe('bigintColumn', () => {
  it('keeps every digit both ways', () => {
    const amount = 9_223_372_036_854_775_807n;
    expect(bigintColumn.to(amount)).toBe('9223372036854775807');
    expect(bigintColumn.from('9223372036854775807')).toBe(amount);
    expect(bigintColumn.from(null)).toBeNull();
  });
});
