import {
  bigintColumn,
  CALL_TIME_LIMIT_MS,
  createDataSource,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  violatedConstraint,
} from './database';
import { createLogger } from '../logger';

describe('database errors', () => {
  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
    [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('Query read timeout'), true],
    [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), true],
    [Object.assign(new Error('could not obtain lock'), { code: '55P03' }), true],
    [Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' }), true],
    [Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }), true],
    [Object.assign(new Error('the database was dropped'), { code: '57P04' }), true],
    [new DatabaseUnavailable('Postgres takes no writes'), true],
    [Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), true],
    [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    [new Error('syntax error'), false],
    ['text', false],
  ])('%s: unavailable is %s', (error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
  });

  it('name the constraint that was broken', () => {
    expect(violatedConstraint(Object.assign(new Error('x'), { code: '23505', constraint: 'projects_slug_key' }))).toBe(
      'projects_slug_key',
    );
    expect(violatedConstraint(Object.assign(new Error('x'), { code: '42601', constraint: 'no' }))).toBeNull();
    // A missing partition of a table has this code too, and says nothing against the row.
    expect(violatedConstraint(Object.assign(new Error('no partition found for row'), { code: '23514' }))).toBeNull();
  });
});

describe('a data source', () => {
  const options = {
    url: 'postgres://127.0.0.1:1/x',
    schema: 'x',
    applicationName: 'x',
    entities: [],
    migrations: [],
    logger: createLogger('x'),
  };

  it('does not wait for ever for a Postgres that does not answer', () => {
    expect(createDataSource(options).options.extra).toMatchObject({
      keepAlive: true,
      statement_timeout: 30_000,
      query_timeout: 32_000,
    });
    const ofCalls = { statement_timeout: 8_000, idle_in_transaction_session_timeout: 8_000, query_timeout: 10_000 };
    expect(createDataSource({ ...options, timeLimitMs: CALL_TIME_LIMIT_MS }).options.extra).toMatchObject(ofCalls);
  });

  it('gives changes of the schema all the time that they need', () => {
    expect(createDataSource({ ...options, timeLimitMs: 0 }).options.extra).toMatchObject({
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      query_timeout: 0,
    });
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
