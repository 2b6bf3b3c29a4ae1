import { CALL_PROTOCOLS, CANARY, startFakeCalls } from '@shipyard/testing';
import { describeRecordedSearches } from '../../contract-suite/recorded-searches';
import { describeSearchContract } from '../../contract-suite/search-contract';
import { toBochaFailure } from './bocha-failure';
import { fromBochaResponse } from './from-bocha-response';

describeSearchContract('bocha', {
  start: () => startFakeCalls(CALL_PROTOCOLS.bocha),
  model: 'web-search',
  date: ['2025-02-23T08:18:30+08:00', '2025-02-23T00:18:30.000Z'],
  bodies: [
    [{}, { query: 'tea', count: 10, freshness: 'noLimit' }],
    [{ freshness: 'day' }, { freshness: 'oneDay' }],
    [{ freshness: 'year' }, { freshness: 'oneYear' }],
    [
      { includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] },
      { include: 'a.example|b.example', exclude: 'c.example' },
    ],
  ],
  unsupported: [
    [{ country: 'CN' }, 'country'],
    [{ language: 'zh' }, 'language'],
  ],
  most: [50, 1],
  scores: false,
  namesSites: true,
  takesKeys: true,
  answerOf: (results) => ({ code: '200', data: { webPages: { value: results } } }),
  meanings: [
    [
      { kind: 'status', status: 403, body: { code: '403', message: 'You do not have enough money' } },
      { fault: 'failed', status: 402, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 200, body: { code: '429', msg: CANARY } },
      { fault: 'failed', status: 429, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 200, body: { code: 500, msg: CANARY } },
      { fault: 'failed', status: 500, mayBeAccepted: true },
    ],
  ],
});

describeRecordedSearches('bocha', { read: fromBochaResponse, toFailure: toBochaFailure });
