import { CALL_PROTOCOLS, startFakeCalls } from '@shipyard/testing';
import { describeRecordedSearches } from '../../contract-suite/recorded-searches';
import { describeSearchContract } from '../../contract-suite/search-contract';
import { fromSearxngResponse } from './from-searxng-response';

describeSearchContract('searxng', {
  start: () => startFakeCalls(CALL_PROTOCOLS.searxng),
  model: 'general',
  date: ['2024-01-08T00:00:00', '2024-01-08'],
  bodies: [
    [{}, { q: 'tea', format: 'json', pageno: '1' }],
    [{ query: '!!g tea :en <3 a!b' }, { q: 'g tea en 3 a!b' }],
    [{ freshness: 'year' }, { time_range: 'year' }],
    [{ includeDomains: ['a.example'], excludeDomains: ['c.example'] }, { q: 'tea site:a.example -site:c.example' }],
    [{ language: 'de' }, { language: 'de' }],
    [{ language: 'de', country: 'CH' }, { language: 'de-CH' }],
  ],
  unsupported: [
    [{ country: 'CH' }, 'country'],
    [{ country: 'CH', language: 'zh-CN' }, 'country'],
  ],
  most: [60, 3],
  scores: false,
  namesSites: false,
  takesKeys: false,
  answerOf: (results) => ({ results }),
  meanings: [
    [
      { kind: 'answer', results: [], more: { unresponsive_engines: [['google', 'timeout']] } },
      { fault: 'failed', mayBeAccepted: true },
    ],
  ],
});

describeRecordedSearches('searxng', { read: fromSearxngResponse });
