import { CALL_PROTOCOLS, CANARY, startFakeCalls, startFakeZhipuImages } from '@shipyard/testing';
import { describeImageContract } from '../../contract-suite/image-contract';
import { describeRecordedImages } from '../../contract-suite/recorded-images';
import { describeRecordedSearches } from '../../contract-suite/recorded-searches';
import { describeSearchContract } from '../../contract-suite/search-contract';
import { fromOpenAiImages } from '../openai/from-openai-images';
import { fromZhipuSearch } from './from-zhipu-search';
import { toZhipuFailure } from './zhipu-failure';

describeImageContract({
  vendor: 'zhipu',
  start: () => startFakeZhipuImages(),
  model: 'cogview-4-fake',
  writesBase64: false,
  revises: false,
  userAt: 'user_id',
});

describeRecordedImages('zhipu', { read: fromOpenAiImages, toFailure: toZhipuFailure, folder: 'images' });

describeSearchContract('zhipu', {
  start: () => startFakeCalls(CALL_PROTOCOLS.zhipu),
  model: 'search_pro_sogou',
  date: ['2025年4月15日', '2025-04-15'],
  bodies: [
    [
      { count: 11 },
      { search_query: 'tea', search_engine: 'search_pro_sogou', count: 20, search_recency_filter: 'noLimit' },
    ],
    [{ freshness: 'week' }, { search_recency_filter: 'oneWeek' }],
    [{ includeDomains: ['a.example'], excludeDomains: ['b.example'] }, { search_domain_filter: 'a.example' }],
    [{ user: 'somebody' }, { user_id: 'somebody' }],
    [{ user: 'me' }, { search_query: 'tea' }],
  ],
  unsupported: [
    [{ country: 'CN' }, 'country'],
    [{ language: 'zh' }, 'language'],
    [{ includeDomains: ['a.example', 'b.example'] }, 'include_domains'],
  ],
  most: [50, 1],
  scores: false,
  namesSites: true,
  takesKeys: true,
  answerOf: (results) => ({ search_result: results }),
  meanings: [
    [
      { kind: 'status', status: 429, body: { error: { code: '1113', message: CANARY } } },
      { fault: 'failed', status: 402, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 429, body: { error: { code: '1302', message: CANARY } } },
      { fault: 'failed', status: 429, mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 400, body: { error: { code: '1301', message: CANARY } } },
      { fault: 'content', mayBeAccepted: false },
    ],
    [
      { kind: 'status', status: 400, body: { error: { code: 1211, message: CANARY } } },
      { fault: 'failed', status: 404, mayBeAccepted: false },
    ],
  ],
});

describeRecordedSearches('zhipu', { read: fromZhipuSearch, toFailure: toZhipuFailure });
