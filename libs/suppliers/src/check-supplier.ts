import { AddressRefused } from '@shipyard/egress';
import { SupplierError } from './contract/supplier-error';
import type { FreeCall } from './contract/vendor';
import { SupplierHttp } from './http/supplier-http';
import { type CatalogSupplier, findVendor } from './registry';

const CHECK_MS = 10_000;
const NOT_ROUTABLE = 'Its address is not globally routable. If it is one of your own, mark the supplier as internal.';

export interface SupplierCheck {
  last4: string | null;
  ok: boolean;
  status: number | null;
  ms: number;
  message: string;
}

export async function checkSupplier(
  { kind, baseUrl, internal, options }: Omit<CatalogSupplier, 'id'>,
  key: { secret: string; last4: string } | null,
): Promise<SupplierCheck> {
  if (kind === 'sandbox') return { last4: null, ok: true, status: null, ms: 0, message: 'This supplier is built in.' };
  const { check, baseUrl: usualBaseUrl } = findVendor(kind);
  const http = new SupplierHttp({ baseUrl: baseUrl ?? usualBaseUrl ?? '', internal }, options.timeouts);
  const last4 = key && key.last4;
  const signal = AbortSignal.timeout(CHECK_MS);
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await http.get(
      check.path ?? '/models',
      { accept: 'application/json', ...check.headers(key?.secret) },
      { signal, deadlineAt: startedAt + CHECK_MS },
    );
    const { status } = answer;
    while ((await answer.next()) !== null);
    return { last4, ok: status === (check.fine ?? 200), status, ms: passedMs(), message: wordsFor(status, check) };
  } catch (error) {
    const isRefused = error instanceof SupplierError && error.cause instanceof AddressRefused;
    return {
      last4,
      ok: false,
      status: null,
      ms: passedMs(),
      message: isRefused
        ? NOT_ROUTABLE
        : 'The supplier could not be reached, or did not answer in time. Check base_url.',
    };
  } finally {
    void http.close();
  }
}

function wordsFor(status: number, { refusals, path = '/models', fine = 200 }: FreeCall): string {
  if (status === fine) return 'The supplier answers.';
  if (refusals.includes(status)) return 'The supplier answers, but refuses the key. Set another key.';
  if (status === 404 && path === '/models')
    return 'The supplier answers, but has no list of models at this base_url. Check base_url.';
  if (status === 403) return 'The supplier answers, but refuses JSON. Add json to search.formats in its settings.';
  return `The supplier answers with the status ${status}.`;
}
