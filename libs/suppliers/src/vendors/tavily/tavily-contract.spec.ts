import { CALL_PROTOCOLS, CANARY, startFakeCalls } from '@shipyard/testing';
import { describeRecordedSearches } from '../../contract-suite/recorded-searches';
import { describeSearchContract } from '../../contract-suite/search-contract';
import { fromTavilyResponse } from './from-tavily-response';
import { toTavilyFailure } from './tavily-failure';

describeSearchContract('tavily', {
  start: () => startFakeCalls(CALL_PROTOCOLS.tavily),
  model: 'basic',
  date: ['Mon, 08 Jan 2024 12:00:00 GMT', '2024-01-08T12:00:00.000Z'],
  bodies: [
    [{}, { query: 'tea', search_depth: 'basic', max_results: 10 }],
    [{ count: 50 }, { max_results: 20 }],
    [{ freshness: 'week' }, { time_range: 'week' }],
    [
      { includeDomains: ['a.example'], excludeDomains: ['b.example'] },
      { include_domains: ['a.example'], exclude_domains: ['b.example'] },
    ],
    [{ country: 'CN' }, { country: 'china' }],
    [{ country: 'TR' }, { country: 'turkey' }],
    [{ user: 'somebody' }, { query: 'tea' }],
  ],
  unsupported: [
    [{ language: 'zh' }, 'language'],
    [{ country: 'AQ' }, 'country'],
  ],
  most: [20, 1],
  scores: true,
  namesSites: false,
  takesKeys: true,
  answerOf: (results) => ({ results }),
  meanings: [
    [
      { kind: 'status', status: 432, body: { detail: { error: CANARY } } },
      { fault: 'failed', status: 402, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 433 },
      { fault: 'failed', status: 402, mayBeAccepted: false },
    ],
  ],
});

describeRecordedSearches('tavily', { read: fromTavilyResponse, toFailure: toTavilyFailure });
