import { AddressRefused } from './guarded-connector';
import type { Supplier } from './supplier.entity';
import { SupplierError } from './supplier-error';
import { SupplierHttp } from './supplier-http';

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

/** Asks for the list of models, which costs nothing. */
export async function checkOpenAi({ baseUrl, internal, options }: Supplier, key: { secret: string; last4: string } | null): Promise<SupplierCheck> {
  const http = new SupplierHttp({ baseUrl: baseUrl ?? '', internal }, options.timeouts);
  const last4 = key && key.last4;
  const signal = AbortSignal.timeout(CHECK_MS);
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  try {
    const headers = key ? { authorization: `Bearer ${key.secret}` } : undefined;
    const answer = await http.get('/models', { accept: 'application/json', ...headers }, signal);
    const { status } = answer;
    while ((await answer.next()) !== null);
    return { last4, ok: status === 200, status, ms: passedMs(), message: wordsFor(status) };
  } catch (error) {
    const isRefused = error instanceof SupplierError && error.cause instanceof AddressRefused;
    return { last4, ok: false, status: null, ms: passedMs(), message: isRefused ? NOT_ROUTABLE : 'It could not be reached, or did not answer in time.' };
  } finally {
    void http.close();
  }
}

function wordsFor(status: number): string {
  if (status === 200) return 'It answers.';
  if (status === 401 || status === 403) return 'It answers, and refuses the key.';
  if (status === 404) return 'It answers, and has no list of models at this base_url.';
  return `It answers with the status ${status}.`;
}
