import { CALL_PROTOCOLS, startFakeCalls } from '@shipyard/testing';
import { describeRecordedSearches } from '../../contract-suite/recorded-searches';
import { describeSearchContract } from '../../contract-suite/search-contract';
import { manyResults, TERMS } from '../../contract-suite/search-samples';
import { openWith } from '../../contract-suite/subject';
import { fromSerperResponse } from './from-serper-response';
import { toSerperFailure } from './serper-failure';

describeSearchContract('serper', {
  start: () => startFakeCalls(CALL_PROTOCOLS.serper),
  model: 'google',
  date: ['Jan 8, 2024', '2024-01-08'],
  bodies: [
    [{}, { q: 'tea', num: 10, page: 1 }],
    [{ freshness: 'month' }, { tbs: 'qdr:m' }],
    [{ includeDomains: ['a.example'] }, { q: 'tea site:a.example' }],
    [
      { includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] },
      { q: 'tea (site:a.example OR site:b.example) -site:c.example' },
    ],
    [
      { country: 'CN', language: 'zh-CN' },
      { gl: 'cn', hl: 'zh-cn' },
    ],
  ],
  unsupported: [],
  most: [50, 5],
  scores: false,
  namesSites: false,
  takesKeys: true,
  answerOf: (results) => ({ organic: results, credits: 'two' }),
  meanings: [
    [
      { kind: 'status', status: 400, body: { message: 'Not enough credits', statusCode: 400 } },
      { fault: 'failed', status: 402, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 403 },
      { fault: 'failed', status: 401, mayBeAccepted: false },
    ],
  ],
});

describeRecordedSearches('serper', { read: fromSerperResponse, toFailure: toSerperFailure });

describe('a search over several pages', () => {
  it('gives what is there when a later page fails, and counts what may be billed', async () => {
    const fake = await startFakeCalls(CALL_PROTOCOLS.serper);
    const supplier = openWith('serper', { baseUrl: fake.baseUrl, internal: true, options: {} }, 'search');
    const call = {
      ...TERMS,
      count: 30,
      upstreamModel: 'm',
      apiKey: fake.apiKey,
      signal: new AbortController().signal,
      deadlineAt: Infinity,
    };
    try {
      fake.script({ kind: 'answer', results: manyResults(60) }, { kind: 'status', status: 500 });
      expect(await supplier.search(call)).toMatchObject({ results: { length: 10 }, billedUnits: 2 });
      fake.script({ kind: 'answer', results: manyResults(60) }, { kind: 'status', status: 429 });
      expect(await supplier.search(call)).toMatchObject({ results: { length: 10 }, billedUnits: 1 });
    } finally {
      await supplier.close();
      await fake.close();
    }
  });
});
