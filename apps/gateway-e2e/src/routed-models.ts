import {
  type ApiAnswer,
  callApi,
  documentedFetch,
  type FakeSupplier,
  type JoinedStack,
  startFakeSupplier,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure } from './gateway-client';
import { removeModels } from './remove-models';
import { MODEL_TERMS, type RouteHealth, type RouteTerms } from './routing-cases';

interface LedgerRow {
  account: string;
  kind: string;
  amount_cny: string;
  route_id: string;
  supplier_cost_cny: string;
  lines: { unit_type: string; units: number }[];
}

/** Models of a suite on a shared stack, each with routes of its own to three fake suppliers, and a customer who asks them. */
export class RoutedModels {
  private readonly models: string[] = [];
  private readonly suppliers: string[] = [];

  private constructor(
    private readonly stack: JoinedStack,
    private readonly prefix: string,
    private readonly gatewayUrl: string,
    readonly owner: Admin,
    readonly fakes: readonly [FakeSupplier, FakeSupplier, FakeSupplier],
    readonly customer: { customerId: string; keyId: string; secret: string },
  ) {}

  /** The ids of models begin with `prefix`. */
  static async start(stack: JoinedStack, prefix: string, gatewayUrl = stack.gatewayUrl): Promise<RoutedModels> {
    const owner = new Admin(gatewayUrl, stack.credentials.gateway_admin_key);
    const fakes = await Promise.all([startFakeSupplier(), startFakeSupplier(), startFakeSupplier()]);
    return new RoutedModels(stack, prefix, gatewayUrl, owner, fakes, await owner.customer('100'));
  }

  async leave(): Promise<void> {
    await removeModels(this.stack, this.models);
    await this.stack.query('gateway', 'DELETE FROM suppliers WHERE id = ANY ($1)', [this.suppliers]);
    await Promise.all(this.fakes.map((fake) => fake.close()));
  }

  forgetCalls(): void {
    for (const fake of this.fakes) {
      fake.script();
      fake.calls.length = 0;
    }
  }

  async modelOver(...routes: RouteTerms[]): Promise<{ model: string; routeIds: string[] }> {
    const { owner } = this;
    const model = `${this.prefix}-${this.models.length + 1}`;
    this.models.push(model);
    const reasoning = routes.some(({ reasons }) => reasons);
    await owner.do('PUT', `/models/${model}`, { ...MODEL_TERMS, display_name: model, reasoning });
    await owner.do('POST', `/models/${model}/prices`, {
      units: [
        { unit_type: 'input_1k_tokens', unit_name: 'tokens', price_cny: '1' },
        { unit_type: 'output_1k_tokens', unit_name: 'tokens', price_cny: '2' },
      ],
    });
    const routeIds: string[] = [];
    for (const [at, { to, keys = [to.apiKey], timeouts, reasons: _, ...terms }] of routes.entries()) {
      const id = `${model}-${at}`;
      this.suppliers.push(id);
      await owner.do('POST', '/suppliers', {
        id,
        kind: 'openai',
        base_url: to.baseUrl,
        api_keys: keys,
        internal: true,
        ...(timeouts && { timeouts }),
      });
      const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${model}/routes`, {
        supplier_id: id,
        upstream_model: 'up',
        ...terms,
      });
      routeIds.push(route.id);
    }
    await waitUntil(
      () => this.health(),
      (items) => routeIds.every((id) => items.some(({ route_id }) => route_id === id)),
    );
    return { model, routeIds };
  }

  private async health(): Promise<RouteHealth[]> {
    return (await this.owner.do<{ items: RouteHealth[] }>('GET', '/health/routes')).items;
  }

  async healthOf(routeId: string | undefined): Promise<RouteHealth | undefined> {
    return (await this.health()).find(({ route_id }) => route_id === routeId);
  }

  ask(model: string, more: object = {}, token = this.customer.secret): Promise<ApiAnswer<OpenAiFailure>> {
    return callApi<OpenAiFailure>(this.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model, messages: [{ role: 'user', content: 'Hello' }], ...more },
    });
  }

  /** The answer to a client that may leave. */
  stream(model: string, signal: AbortSignal, more: object = {}): Promise<Response> {
    return documentedFetch(`${this.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      signal,
      headers: { authorization: `Bearer ${this.customer.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Hello' }], ...more }),
    });
  }

  async traceOf(answer: { headers: Headers }): Promise<[string, string][]> {
    const id = answer.headers.get('x-request-id') ?? '';
    const { body } = await waitUntil(
      () =>
        this.owner.call<{ request: { trace: { route_id: string; outcome: string; ms: number }[] } }>(
          'GET',
          `/requests/${id}`,
        ),
      ({ status }) => status === 200,
    );
    return body.data.request.trace.map(({ route_id, outcome }) => [route_id, outcome]);
  }

  async ledgerOf(requestId: string): Promise<LedgerRow[]> {
    return (await this.owner.do<{ items: LedgerRow[] }>('GET', `/ledger?request_id=${requestId}`)).items;
  }

  async lossesOf(model: string): Promise<{ reason: string; requests: number; loss_cny: string }[]> {
    type Item = { model: string; reason: string; requests: number; loss_cny: string };
    const { items } = await this.owner.do<{ items: Item[] }>('GET', '/losses?group_by=key,model,reason');
    return items
      .filter((item) => item.model === model)
      .map(({ reason, requests, loss_cny }) => ({ reason, requests, loss_cny }));
  }

  async balanceNano(): Promise<bigint> {
    const path = `/customers/${this.customer.customerId}/balance`;
    return nanoOf((await this.owner.do<{ balance_cny: string }>('GET', path)).balance_cny);
  }
}
