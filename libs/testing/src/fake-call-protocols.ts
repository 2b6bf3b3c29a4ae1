import { CANARY } from './canary';
import { BEARER } from './fake-calls';
import { type Fault, isWithin, type JsonRecord } from './fake-faults';
import { searchCalls } from './fake-search';

const JSON_BODY = 'application/json';
const SIGNS = { request_id: CANARY, response_time: 0.5, favicon: `https://${CANARY}.example/icon.png` };
const FRESHNESS = ['oneDay', 'oneWeek', 'oneMonth', 'oneYear', 'noLimit'];
const ENGINES = [
  'search_std',
  'search_pro',
  'search_pro_sogou',
  'search_pro_quark',
  'search_pro_jina',
  'search_pro_bing',
];

const unknownIn = (body: JsonRecord, known: string[]): Fault => {
  const name = Object.keys(body).find((each) => !known.includes(each));
  return name === undefined ? undefined : `${name}: unknown field`;
};

const fits = (value: unknown, form: RegExp) => value === undefined || (typeof value === 'string' && form.test(value));
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isOneOf = (value: unknown, known: string[]) =>
  value === undefined || (typeof value === 'string' && known.includes(value));
const isHostList = (value: unknown, most: number) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length > 0 &&
    value.length <= most &&
    value.every((each) => typeof each === 'string' && /^[a-z0-9.-]+$/.test(each)));
const numberOr = (value: unknown, usual: number) => (value === undefined ? usual : Number(value));

export const CALL_PROTOCOLS = {
  tavily: searchCalls({
    version: '',
    path: '/search',
    contentType: JSON_BODY,
    free: { path: '/usage', status: 200 },
    key: BEARER,
    sample: {
      body: { query: 'a' },
      refused: [
        ['no query', { query: undefined }],
        ['a long query', { query: 'x'.repeat(401) }],
        ['21 results', { max_results: 21 }],
        ['an unknown range', { time_range: 'hour' }],
        ['a code of a country', { topic: 'general', country: 'CN' }],
        ['a country outside of general', { topic: 'news', country: 'china' }],
        ['a site that is none', { include_domains: ['https://a'] }],
        ['an unknown field', { language: 'zh' }],
      ],
    },
    faultOfBody: (body) => {
      const known = [
        'query',
        'search_depth',
        'topic',
        'time_range',
        'max_results',
        'include_domains',
        'exclude_domains',
        'country',
        'include_usage',
      ];
      if (!isText(body.query)) return 'query: is required';
      if (Array.from(body.query).length > 400) return 'Query is too long. Max query length is 400 characters.';
      if (!isOneOf(body.search_depth, ['basic', 'advanced', 'fast', 'ultra-fast'])) return 'search_depth: invalid';
      if (!isOneOf(body.topic, ['general', 'news', 'finance'])) return 'topic: invalid';
      if (!isOneOf(body.time_range, ['day', 'week', 'month', 'year', 'd', 'w', 'm', 'y'])) return 'time_range: invalid';
      if (!isWithin(body.max_results, 0, 20)) return 'max_results: must be between 0 and 20';
      if (!isHostList(body.include_domains, 300) || !isHostList(body.exclude_domains, 150)) return 'domains: invalid';
      if (!fits(body.country, /^[a-z ]{4,}$/) || (body.country !== undefined && body.topic !== 'general'))
        return 'country: invalid';
      return unknownIn(body, known);
    },
    window: (body) => ({ from: 0, count: numberOr(body.max_results, 5) }),
    answer: (results, body) => ({
      query: body.query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: results.map(({ title, url, snippet, publishedAt, score = 0.5 }) => ({
        title,
        url,
        content: snippet,
        score,
        raw_content: null,
        favicon: SIGNS.favicon,
        ...(publishedAt !== undefined && { published_date: publishedAt }),
      })),
      ...SIGNS,
      usage: { credits: body.search_depth === 'advanced' ? 2 : 1 },
    }),
    error: (_, message) => ({ detail: { error: message } }),
  }),
  bocha: searchCalls({
    version: '/v1',
    path: '/web-search',
    contentType: JSON_BODY,
    free: { path: '/fund/remaining', status: 200 },
    key: BEARER,
    sample: {
      body: { query: 'a' },
      refused: [
        ['no query', { query: ' ' }],
        ['51 results', { count: 51 }],
        ['an unknown freshness', { freshness: 'day' }],
        ['a list of sites', { include: ['a.example'] }],
        ['an unknown field', { country: 'CN' }],
      ],
    },
    faultOfBody: (body) => {
      if (!isText(body.query)) return 'Missing parameter query';
      if (!isWithin(body.count, 1, 50)) return 'count: must be between 1 and 50';
      if (!isOneOf(body.freshness, FRESHNESS)) return 'freshness: invalid';
      if (![body.include, body.exclude].every((list) => fits(list, /^[a-z0-9.-]+(\|[a-z0-9.-]+){0,19}$/)))
        return 'include: at most 20 domains, divided by |';
      return unknownIn(body, ['query', 'freshness', 'summary', 'count', 'include', 'exclude']);
    },
    window: (body) => ({ from: 0, count: numberOr(body.count, 10) }),
    answer: (results, body) => ({
      code: 200,
      log_id: CANARY,
      msg: null,
      data: {
        _type: 'SearchResponse',
        queryContext: { originalQuery: body.query },
        webPages: {
          webSearchUrl: `https://${CANARY}.example/search`,
          totalEstimatedMatches: 8_912_791,
          someResultsRemoved: true,
          value: results.map(({ title, url, snippet, siteName = null, publishedAt }) => ({
            id: CANARY,
            name: title,
            url,
            displayUrl: url,
            snippet,
            siteName,
            siteIcon: `https://th.${CANARY}.example/favicon`,
            ...(publishedAt !== undefined && {
              datePublished: publishedAt,
              dateLastCrawled: publishedAt.replace(/[+-]\d\d:\d\d$/, 'Z'),
            }),
            cachedPageUrl: null,
            language: null,
            isFamilyFriendly: null,
            isNavigational: null,
          })),
        },
        images: { value: [] },
        videos: null,
      },
    }),
    error: (status, message) => ({ code: String(status), message, log_id: CANARY }),
  }),
  serper: searchCalls({
    version: '',
    path: '/search',
    contentType: JSON_BODY,
    free: { path: '/account', status: 200 },
    key: { header: 'x-api-key', before: '', refusal: { status: 403, message: 'Unauthorized.' } },
    sample: {
      body: { q: 'a' },
      refused: [
        ['no query', { q: '' }],
        ['page 0', { page: 0 }],
        ['an unknown range', { tbs: 'qdr:week' }],
        ['a country in capitals', { gl: 'CN' }],
        ['an unknown field', { count: 5 }],
      ],
    },
    faultOfBody: (body) => {
      if (!isText(body.q)) return 'Missing query parameter';
      if (!isWithin(body.num, 1, 100) || !isWithin(body.page, 1, 100)) return 'num, page: invalid';
      if (!fits(body.tbs, /^qdr:[hdwmy]$/)) return 'tbs: invalid';
      if (!fits(body.gl, /^[a-z]{2}$/)) return 'gl: invalid';
      if (!fits(body.hl, /^[a-z]{2}(-[a-z]{2})?$/)) return 'hl: invalid';
      return unknownIn(body, ['q', 'num', 'page', 'tbs', 'gl', 'hl']);
    },
    window: (body) => ({ from: (numberOr(body.page, 1) - 1) * numberOr(body.num, 10), count: numberOr(body.num, 10) }),
    answer: (results, body) => ({
      searchParameters: { q: body.q, type: 'search', engine: CANARY, num: body.num },
      organic: results.map(({ title, url, snippet, publishedAt }, at) => ({
        title,
        link: url,
        snippet,
        position: at + 1,
        ...(publishedAt !== undefined && { date: publishedAt }),
        sitelinks: [{ title: CANARY, link: `https://${CANARY}.example/` }],
      })),
      peopleAlsoAsk: [{ question: CANARY }],
      relatedSearches: [{ query: CANARY }],
      credits: numberOr(body.num, 10) > 10 ? 2 : 1,
    }),
    error: (status, message) => ({ message, statusCode: status }),
  }),
  searxng: searchCalls({
    version: '',
    path: '/search',
    contentType: 'application/x-www-form-urlencoded',
    free: { path: '/search?format=json', status: 400 },
    key: null,
    sample: {
      body: { q: 'a', format: 'json' },
      refused: [
        ['no query', { q: '' }],
        ['an order', { q: 'tea !!g' }],
        ['no format', { format: 'html' }],
        ['page 0', { pageno: '0' }],
        ['an unknown range', { time_range: 'hour' }],
        ['an unknown language', { language: 'chinese' }],
      ],
    },
    faultOfBody: (body) => {
      if (!isText(body.q)) return 'No query';
      // It would read them as operators.
      if (/(?:^|\s)[!:<]/.test(body.q)) return 'q: holds an order';
      if (body.format !== 'json') return 'format: not json';
      if (!fits(body.pageno, /^[1-9]\d*$/)) return 'pageno: invalid';
      if (!isOneOf(body.time_range, ['day', 'week', 'month', 'year'])) return 'time_range: invalid';
      if (!fits(body.language, /^[a-z]{2}(-[A-Z]{2})?$/)) return 'language: invalid';
      return unknownIn(body, ['q', 'format', 'categories', 'pageno', 'time_range', 'language']);
    },
    window: (body) => ({ from: (numberOr(body.pageno, 1) - 1) * 20, count: 20 }),
    answer: (results, body) => ({
      query: body.q,
      results: results.map(({ title, url, snippet, publishedAt, score = 3.5 }, at) => ({
        title,
        url,
        content: snippet,
        engine: CANARY,
        engines: [CANARY],
        positions: [at + 1],
        score,
        category: 'general',
        template: 'default.html',
        publishedDate: publishedAt ?? null,
        parsed_url: ['https', CANARY, '/'],
        thumbnail: `https://${CANARY}.example/t.png`,
        priority: '',
      })),
      answers: [],
      corrections: [],
      infoboxes: [{ engine: CANARY }],
      suggestions: [CANARY],
      unresponsive_engines: [],
    }),
    error: (_, message) => ({ error: message }),
  }),
  zhipu: searchCalls({
    version: '/paas/v4',
    path: '/web_search',
    contentType: JSON_BODY,
    free: { path: '/models', status: 200 },
    key: BEARER,
    sample: {
      body: { search_query: 'a', search_engine: 'search_pro' },
      refused: [
        ['no query', { search_query: '' }],
        ['an unknown engine', { search_engine: 'web-search' }],
        ['51 results', { count: 51 }],
        ['no whole tens', { search_engine: 'search_pro_sogou', count: 5 }],
        ['a list of sites', { search_domain_filter: ['a.example'] }],
        ['a short label', { user_id: 'me' }],
        ['an unknown field', { freshness: 'day' }],
      ],
    },
    faultOfBody: (body) => {
      if (!isText(body.search_query)) return 'search_query: is required';
      if (!isText(body.search_engine) || !ENGINES.includes(body.search_engine)) return 'search_engine: unknown';
      if (
        !isWithin(body.count, 1, 50) ||
        (body.search_engine === 'search_pro_sogou' && numberOr(body.count, 10) % 10 !== 0)
      )
        return 'count: invalid';
      if (!fits(body.search_domain_filter, /^[a-z0-9.-]+$/)) return 'search_domain_filter: invalid';
      if (!isOneOf(body.search_recency_filter, FRESHNESS)) return 'search_recency_filter: invalid';
      if (!fits(body.user_id, /^.{6,128}$/s)) return 'user_id: must have 6 to 128 characters';
      return unknownIn(body, [
        'search_engine',
        'search_query',
        'search_intent',
        'count',
        'search_domain_filter',
        'search_recency_filter',
        'content_size',
        'user_id',
      ]);
    },
    window: (body) => ({ from: 0, count: numberOr(body.count, 10) }),
    answer: (results, body) => ({
      id: CANARY,
      request_id: CANARY,
      created: 1_748_261_757,
      search_intent: [{ query: body.search_query, intent: 'SEARCH_ALWAYS', keywords: CANARY }],
      search_result: results.map(({ title, url, snippet, siteName = '', publishedAt = '' }, at) => ({
        title,
        link: url,
        content: snippet,
        icon: `https://${CANARY}.example/i.png`,
        media: siteName,
        refer: `ref_${at + 1}`,
        publish_date: publishedAt,
      })),
    }),
    error: (status, message) => ({
      error: { code: status === 401 ? '1000' : status === 429 ? '1302' : String(status), message },
    }),
  }),
};
