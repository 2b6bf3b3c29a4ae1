import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { QueryResultRow } from 'pg';
import { KeptLosses, type LossRow } from './kept-losses';

const readOnly = Object.assign(new Error('read-only'), { code: '25006' });
const twice = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'ledger_keys_pkey' });
const poison = Object.assign(new Error('no such key'), { code: '23503', constraint: 'ledger_entries_of_key' });

const lossOf = (request_id: string): LossRow => ({
  request_id,
  customer_id: uuidv7(),
  key_id: uuidv7(),
  model: 'm',
  route_id: uuidv7(),
  supplier_cost_nano: '5',
  reason: 'undelivered',
});

let written: string[];
let failures: Map<string, Error>;
let refused: jest.Mock;
let losses: KeptLosses;

beforeEach(() => {
  written = [];
  failures = new Map();
  refused = jest.fn();
  const statements = {
    query<Row extends QueryResultRow>(_: string, [requestId]: unknown[]): Promise<Row[]> {
      const failure = failures.get(String(requestId));
      if (failure) return Promise.reject(failure);
      written.push(String(requestId));
      return Promise.resolve([]);
    },
  };
  losses = new KeptLosses(statements, { warn: jest.fn(), error: refused } as unknown as Logger);
});

it('are written when Postgres takes writes again, in their order', async () => {
  for (const name of ['a', 'b']) losses.keep(lossOf(name), readOnly);
  failures.set('a', readOnly);
  await losses.writeAll();
  expect(written).toEqual([]);
  failures.clear();
  await losses.writeAll();
  await losses.writeAll();
  expect([written, refused.mock.calls]).toEqual([['a', 'b'], []]);
});

it('do not wait for one that Postgres refuses, which is logged', async () => {
  for (const name of ['wrong', 'written before', 'b']) losses.keep(lossOf(name), readOnly);
  failures.set('wrong', poison).set('written before', twice);
  await losses.writeAll();
  expect(written).toEqual(['b']);
  expect(refused.mock.calls).toMatchObject([[{ request_id: 'wrong' }, expect.any(String)]]);
});

it('are logged if the process ends first', () => {
  losses.keep(lossOf('a'), readOnly);
  losses.lose();
  losses.lose();
  expect(refused.mock.calls).toMatchObject([[{ request_id: 'a', supplier_cost_nano: '5' }, expect.any(String)]]);
});
