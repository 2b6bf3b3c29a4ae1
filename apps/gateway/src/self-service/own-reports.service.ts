import { Injectable } from '@nestjs/common';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { readCursor, writeCursor } from '../database/ledger-cursor';
import { DEFAULT_LIMIT } from '../database/page';
import { rangeOf } from '../database/report-range';
import { type Caller, keyErrors } from '../keys';
import { rateLimitExceeded } from '../limits';
import { RequestAdminService, type RequestView, UsageService } from '../request-log';
import type { OwnRequestsQuery, OwnUsageQuery } from './own-usage.dto';
import type { OwnRequestListView, OwnRequestView, OwnUsageListView } from './own-usage.view';
import { pageOfUsage } from './usage-page';

/** Reports read many rows, and few connections serve them. */
const REPORTS = { limit: 120, windowMs: 60_000 };

/** A key, or a member who sees what a key with the scope `keys` sees. */
type Reader = Pick<Caller, 'customerId' | 'keyId' | 'scopes'>;

@Injectable()
export class OwnReportsService {
  constructor(
    private readonly sums: UsageService,
    private readonly log: RequestAdminService,
    private readonly limiter: RateLimiter,
  ) {}

  async usage(caller: Reader, query: OwnUsageQuery): Promise<OwnUsageListView> {
    const keyId = keyOf(caller, query.key_id);
    await this.count(caller);
    const { since, until } = rangeOf(query);
    const groups = query.group_by ?? ['day'];
    const rows = await this.sums.sum(since, until, groups, { customerId: caller.customerId, keyId });
    const own = rows.map(({ supplier_cost_cny: _ours, ...row }) => row);
    return { object: 'list', ...pageOfUsage(own, query.limit ?? DEFAULT_LIMIT, query.cursor) };
  }

  async requests(caller: Reader, query: OwnRequestsQuery, isFailed = false): Promise<OwnRequestListView> {
    const keyId = keyOf(caller, query.key_id);
    await this.count(caller);
    const { items, next } = await this.log.list({
      customerId: caller.customerId,
      keyId,
      model: query.model,
      status: query.status,
      code: query.code,
      isFailed,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
      limit: query.limit ?? DEFAULT_LIMIT,
    });
    return {
      object: 'list',
      data: items.map(toOwnRequestView),
      has_more: Boolean(next),
      next_cursor: next ? writeCursor(next) : null,
    };
  }

  private async count({ customerId }: Reader): Promise<void> {
    const { allowed, resetMs } = await this.limiter.take(`own-reports:${customerId}`, REPORTS);
    if (!allowed) throw rateLimitExceeded('reports of this customer in a minute', resetMs);
  }
}

/** The key whose usage is shown. Undefined: all keys of the customer. */
function keyOf({ keyId, scopes }: Reader, asked: string | undefined): string | undefined {
  if (scopes.includes('keys')) return asked;
  if (asked !== undefined && asked.toLowerCase() !== keyId)
    throw keyErrors.insufficient_scope({
      param: 'key_id',
      message: 'The API key lacks the scope "keys", which it needs to see another key. Use a key that has it.',
    });
  return keyId;
}

/** Leaves out who served the request, and what that cost us. */
function toOwnRequestView({ trace, ...request }: RequestView): OwnRequestView {
  const ignored = trace.find(({ outcome }) => outcome === 'answered')?.ignored_parameters ?? [];
  return {
    request_id: request.request_id,
    at: request.at,
    key_id: request.key_id,
    endpoint: request.endpoint,
    model: request.model,
    status: request.status,
    code: request.code,
    latency_ms: request.latency_ms,
    first_byte_ms: request.first_byte_ms,
    usage: request.usage,
    cost_cny: request.cost_cny,
    refunded_cny: request.refunded_cny,
    ignored_parameters: ignored,
  };
}
