import { randomUUID } from 'node:crypto';
import {
  type ApiAnswer,
  callApi,
  type FakeImageSupplier,
  type JoinedStack,
  startFakeDashScope,
  startFakeOpenAiImages,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { modelTerms } from './catalog-rows';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { metricsOf } from './gateway-metrics';
import { removeModels } from './remove-models';

export interface TaskAnswer extends OpenAiFailure {
  id: string;
  object: string;
  status: 'pending' | 'running' | 'succeeded' | 'failed';
  model: string;
  created: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number | null;
  data?: { url?: string; b64_json?: string; revised_prompt?: string }[];
  usage?: { images: number; cost_cny: number };
}

export interface ImagesAnswer extends OpenAiFailure {
  created: number;
  data: { url?: string; b64_json?: string; revised_prompt?: string }[];
  usage: { images: number; cost_cny: number };
}

interface RouteTerms {
  supplier_id: string;
  priority?: number;
  max_images_per_call?: number;
  max_concurrency?: number;
  supplier_prices?: { unit_type: 'image'; price_cny: string }[];
}

export const PRICE_NANO = 100_000_000n;
export const SUPPLIER_COST_NANO = 30_000_000n;
/** The balance of `admin.customer()`. */
export const FUNDS_NANO = 10_000_000_000n;
export const IMAGE_SIZES = ['512x512', '640x768'];

export const AT_ONCE = { model: 'image-at-once' };
export const DRAWN = { kind: 'answer', unfinishedPolls: 0 } as const;

/**
 * The first fake supplier works asynchronously: `image`, and `image-by-one`, one image per call. The second is
 * synchronous: `image-at-once`. `image-either` tries the first before the second. On a shared stack, suppliers and
 * models are removed afterwards.
 */
export class ImageStack<Stack extends JoinedStack = JoinedStack> {
  readonly admin: Admin;
  readonly operator: Operator;
  readonly firstId = `first-${randomUUID()}`;
  readonly secondId = `second-${randomUUID()}`;
  private readonly models: string[] = [];
  private readonly suppliers: string[] = [];

  private constructor(
    readonly stack: Stack,
    readonly first: FakeImageSupplier,
    readonly second: FakeImageSupplier,
    private readonly patienceMs: number,
  ) {
    this.admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    this.operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  }

  /** `patienceMs`: how long the gateway waits for a supplier. */
  static async on<Stack extends JoinedStack>(stack: Stack, patienceMs = 3_000): Promise<ImageStack<Stack>> {
    const images = new ImageStack(
      stack,
      await startFakeDashScope({ byDefault: DRAWN }),
      await startFakeOpenAiImages(),
      patienceMs,
    );
    const { first, second, firstId, secondId } = images;
    await images.addSupplier(firstId, 'dashscope', first);
    await images.addSupplier(secondId, 'openai', second);
    await images.addModel('image', [{ supplier_id: firstId }]);
    await images.addModel('image-by-one', [{ supplier_id: firstId, max_images_per_call: 1 }]);
    await images.addModel('image-at-once', [{ supplier_id: secondId }]);
    await images.addModel('image-either', [{ supplier_id: firstId }, { supplier_id: secondId, priority: 1 }]);
    return images;
  }

  static async onShared(stack: JoinedStack, patienceMs?: number): Promise<ImageStack> {
    const images = await ImageStack.on(stack, patienceMs);
    await images.untilWorkerKnows();
    return images;
  }

  /** The worker may remember the models of the suite before. A model that it has never seen makes it read all anew. */
  private async untilWorkerKnows(): Promise<void> {
    const model = `image-${this.secondId}`;
    await this.addModel(model, [{ supplier_id: this.secondId }]);
    const { secret } = await this.admin.customer();
    const { body } = await this.submit(secret, { model });
    await this.untilSucceeded(body.id);
    // A task that nobody retrieves holds its money, and other suites look for holds.
    await this.retrieve(secret, body.id);
  }

  async leave(): Promise<void> {
    await removeModels(this.stack, this.models);
    await this.stack.query('gateway', 'DELETE FROM suppliers WHERE id = ANY ($1)', [this.suppliers]);
    await Promise.all([this.first.close(), this.second.close()]);
  }

  addSupplier(id: string, kind: string, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<unknown> {
    this.suppliers.push(id);
    const timeouts = { first_byte_ms: this.patienceMs, idle_ms: this.patienceMs, total_ms: this.patienceMs };
    return this.admin.do('POST', '/suppliers', {
      id,
      kind,
      base_url: baseUrl,
      api_keys: [apiKey],
      internal: true,
      timeouts,
    });
  }

  /** Active at the end, because the gateway may look at its catalog before the model has its price and its routes. */
  async addModel(id: string, routes: RouteTerms[], priceNano = PRICE_NANO): Promise<void> {
    this.models.push(id);
    const terms = modelTerms('image', {
      display_name: id,
      max_input_tokens: 32_000,
      max_output_tokens: 0,
      output_modalities: ['image'],
      sizes: IMAGE_SIZES,
    });
    await this.admin.do('PUT', `/models/${id}`, { ...terms, active: false });
    await this.admin.do('POST', `/models/${id}/prices`, {
      units: [{ unit_type: 'image', unit_name: 'image', price_cny: cnyOf(priceNano) }],
    });
    const supplier_prices = [{ unit_type: 'image', price_cny: cnyOf(SUPPLIER_COST_NANO) }];
    for (const route of routes)
      await this.admin.do('POST', `/models/${id}/routes`, { upstream_model: 'wanx-v1', supplier_prices, ...route });
    await this.admin.do('PUT', `/models/${id}`, terms);
    await waitUntil(
      () => callApi<{ sizes?: string[] }>(this.stack.gatewayUrl, 'GET', `/v1/models/${id}`),
      ({ status }) => status === 200,
    );
  }

  draw(token: string, json: object, headers: Record<string, string> = {}): Promise<ApiAnswer<ImagesAnswer>> {
    return callApi(this.stack.gatewayUrl, 'POST', '/v1/images/generations', {
      token,
      json: { model: 'image', prompt: 'A lighthouse', ...json },
      headers,
    });
  }

  submit(token: string, json: object = {}): Promise<ApiAnswer<TaskAnswer>> {
    return callApi(this.stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token,
      json: { model: 'image', prompt: 'A lighthouse', ...json },
    });
  }

  retrieve(token: string, taskId: string, query = ''): Promise<ApiAnswer<TaskAnswer>> {
    return callApi(this.stack.gatewayUrl, 'GET', `/v1/images/tasks/${taskId}${query}`, { token });
  }

  async statusOf(taskId: string): Promise<string> {
    const [row] = await this.stack.query('gateway', 'SELECT status FROM image_tasks WHERE id = $1', [taskId]);
    return String(row?.status);
  }

  async untilEnded(taskIds: string[]): Promise<void> {
    const open = () =>
      this.stack.query('gateway', `SELECT id FROM image_tasks WHERE id = ANY ($1) AND finished_at IS NULL`, [taskIds]);
    await waitUntil(open, (left) => left.length === 0, { giveUpAfterMs: 120_000 });
  }

  async untilSucceeded(taskId: string): Promise<void> {
    await this.untilEnded([taskId]);
    const [task] = await this.stack.query('gateway', 'SELECT status, error_code FROM image_tasks WHERE id = $1', [
      taskId,
    ]);
    expect([taskId, task?.status, task?.error_code]).toEqual([taskId, 'succeeded', null]);
  }

  lossesOf(taskId: string): Promise<Record<string, unknown>[]> {
    return this.stack.query(
      'gateway',
      `SELECT account, amount_nano::text, supplier_cost_nano::text AS cost FROM ledger_entries WHERE task_id = $1 AND kind = 'loss' ORDER BY account`,
      [taskId],
    );
  }

  async countedLossNano(process: 'gateway' | 'worker', model: string): Promise<bigint> {
    const metrics = await metricsOf(this.stack, process);
    const series = metrics.matchAll(new RegExp(`gateway_loss_nano_cny_total\\{model="${model}"[^}]*\\} (\\d+)`, 'g'));
    return [...series].reduce((sum, [, nano = '0']) => sum + BigInt(nano), 0n);
  }

  async moneyOf(customerId: string): Promise<{ balanceNano: bigint; heldNano: bigint }> {
    const { balance_cny, held_cny } = await this.admin.do<{ balance_cny: string; held_cny: string }>(
      'GET',
      `/customers/${customerId}/balance`,
    );
    return { balanceNano: nanoOf(balance_cny), heldNano: nanoOf(held_cny) };
  }

  async settledMoneyOf(customerId: string): Promise<bigint> {
    const { balanceNano } = await waitUntil(
      () => this.moneyOf(customerId),
      ({ heldNano }) => heldNano === 0n,
    );
    return balanceNano;
  }
}

function cnyOf(nano: bigint): string {
  return `${nano / 1_000_000_000n}.${String(nano % 1_000_000_000n).padStart(9, '0')}`;
}

export const costOf = ({ headers }: { headers: Headers }): bigint | null => {
  const cost = headers.get('x-gateway-cost-cny');
  return cost === null ? null : nanoOf(cost);
};

export const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';
