import { AddressRefused } from '@shipyard/egress';
import { ANTHROPIC_BASE_URL, anthropicHeaders } from './vendors/anthropic/anthropic-supplier';
import { bearerHeaders } from './http/bearer-headers';
import { BOCHA_BASE_URL } from './vendors/bocha/bocha-supplier';
import { DASHSCOPE_BASE_URL } from './vendors/dashscope/dashscope-supplier';
import { GEMINI_BASE_URL, geminiHeaders } from './vendors/gemini/gemini-supplier';
import { SERPER_BASE_URL, serperHeaders } from './vendors/serper/serper-supplier';
import { TAVILY_BASE_URL } from './vendors/tavily/tavily-supplier';
import type { Supplier, SupplierKind } from './supplier.entity';
import { SupplierError } from './contract/supplier-error';
import { SupplierHttp } from './http/supplier-http';
import { VOLCENGINE_BASE_URL } from './vendors/volcengine-images/volcengine-images-supplier';
import { ZHIPU_BASE_URL } from './vendors/zhipu/zhipu-supplier';

const CHECK_MS = 10_000;
const NOT_ROUTABLE = 'Its address is not globally routable. If it is one of your own, mark the supplier as internal.';

/** What a supplier said to one of our keys. Never its own words. */
export interface SupplierCheck {
  /** Null where it was asked without a key. */
  last4: string | null;
  ok: boolean;
  /** Null where no answer came. */
  status: number | null;
  ms: number;
  message: string;
}

interface Door {
  baseUrl: string;
  headers: (secret: string | undefined) => Record<string, string>;
  /** Statuses by which it refuses a key. */
  refusals: number[];
  /** Left out: its list of models. */
  path?: string;
  /** The status by which it says that it answers; left out: 200. */
  fine?: number;
}

/** By kind, where it is asked and how it is shown a key. Nothing here is sold. */
const DOORS: Record<Exclude<SupplierKind, 'sandbox'>, Door> = {
  openai: { baseUrl: '', headers: bearerHeaders, refusals: [401, 403] },
  anthropic: { baseUrl: ANTHROPIC_BASE_URL, headers: anthropicHeaders, refusals: [401, 403] },
  // A key that it does not know is a bad request to it.
  gemini: { baseUrl: GEMINI_BASE_URL, headers: geminiHeaders, refusals: [400, 401, 403] },
  // What is left in the account.
  tavily: { baseUrl: TAVILY_BASE_URL, headers: bearerHeaders, refusals: [401, 403], path: '/usage' },
  bocha: { baseUrl: BOCHA_BASE_URL, headers: bearerHeaders, refusals: [401, 403], path: '/fund/remaining' },
  serper: { baseUrl: SERPER_BASE_URL, headers: serperHeaders, refusals: [401, 403], path: '/account' },
  // A search for nothing: 400 where it would answer in JSON, 403 where its settings do not list json among its formats.
  // It knows no keys; what stands before it may.
  searxng: { baseUrl: '', headers: bearerHeaders, refusals: [401], path: '/search?format=json', fine: 400 },
  // It has no list of models. After a task that nobody has, it says that it does not know it.
  dashscope: { baseUrl: DASHSCOPE_BASE_URL, headers: bearerHeaders, refusals: [401, 403], path: '/tasks/00000000-0000-0000-0000-000000000000' },
  'volcengine-images': { baseUrl: VOLCENGINE_BASE_URL, headers: bearerHeaders, refusals: [401, 403] },
  zhipu: { baseUrl: ZHIPU_BASE_URL, headers: bearerHeaders, refusals: [401, 403] },
};

/** Asks for what costs nothing. */
export async function checkSupplier({ kind, baseUrl, internal, options }: Supplier, key: { secret: string; last4: string } | null): Promise<SupplierCheck> {
  if (kind === 'sandbox') return { last4: null, ok: true, status: null, ms: 0, message: 'This supplier is built in.' };
  const door = DOORS[kind];
  const http = new SupplierHttp({ baseUrl: baseUrl ?? door.baseUrl, internal }, options.timeouts);
  const last4 = key && key.last4;
  const signal = AbortSignal.timeout(CHECK_MS);
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await http.get(door.path ?? '/models', { accept: 'application/json', ...door.headers(key?.secret) }, { signal, deadlineAt: startedAt + CHECK_MS });
    const { status } = answer;
    while ((await answer.next()) !== null);
    return { last4, ok: status === (door.fine ?? 200), status, ms: passedMs(), message: wordsFor(status, door) };
  } catch (error) {
    const isRefused = error instanceof SupplierError && error.cause instanceof AddressRefused;
    return { last4, ok: false, status: null, ms: passedMs(), message: isRefused ? NOT_ROUTABLE : 'The supplier could not be reached, or did not answer in time. Check base_url.' };
  } finally {
    void http.close();
  }
}

function wordsFor(status: number, { refusals, path = '/models', fine = 200 }: Door): string {
  if (status === fine) return 'The supplier answers.';
  if (refusals.includes(status)) return 'The supplier answers, but refuses the key. Set another key.';
  if (status === 404 && path === '/models') return 'The supplier answers, but has no list of models at this base_url. Check base_url.';
  if (status === 403) return 'The supplier answers, but refuses JSON. Add json to search.formats in its settings.';
  return `The supplier answers with the status ${status}.`;
}
