import { Injectable } from '@nestjs/common';
import { endpointsOf } from '../products';
import { RequestAdminService, type RequestFilter } from './request-admin.service';
import type { RequestView } from './request.view';
import type { SearchRecordView } from './search-record.view';

const [ENDPOINT = ''] = endpointsOf('search');
const ID = /^search_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Searches are requests of one endpoint. */
@Injectable()
export class SearchAdminService {
  constructor(private readonly requests: RequestAdminService) {}

  async list(
    filter: Omit<RequestFilter, 'endpoint'>,
  ): Promise<{ items: SearchRecordView[]; next: RequestFilter['after'] | null }> {
    const { items, next } = await this.requests.list({ ...filter, endpoint: ENDPOINT });
    return { items: items.map(toSearchRecordView), next };
  }

  async find(searchId: string): Promise<SearchRecordView | null> {
    const parts = ID.exec(searchId)?.slice(1);
    const request = parts ? await this.requests.find(parts.join('-')) : null;
    return request?.endpoint === ENDPOINT ? toSearchRecordView(request) : null;
  }
}

function toSearchRecordView(request: RequestView): SearchRecordView {
  const answered = request.trace.find(({ outcome }) => outcome === 'answered');
  return {
    id: `search_${request.request_id.replaceAll('-', '')}`,
    request_id: request.request_id,
    at: request.at,
    customer_id: request.customer_id,
    key_id: request.key_id,
    model: request.model,
    status: request.status,
    code: request.code,
    latency_ms: request.latency_ms,
    route_id: answered?.route_id ?? null,
    supplier_id: answered?.supplier_id ?? null,
    cost_cny: request.cost_cny,
    refunded_cny: request.refunded_cny,
  };
}
