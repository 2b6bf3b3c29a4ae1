import { randomUUID } from 'node:crypto';
import { documentedFetch, UndocumentedAnswer, waitUntil } from '@shipyard/testing';
import type { OpenAiFailure } from './gateway-client';

export interface HeardAnswer {
  requestId: string;
  costNano: bigint;
}

export interface PayingKey {
  secret: string;
  /** All calls have an Idempotency-Key and are repeated until answered. */
  isKeyed?: boolean;
}

interface ChatUsage {
  usage: { cost_cny: number };
}

/**
 * Each client sends chats to random gateways: complete, streamed, abandoned, and with an Idempotency-Key. It records
 * what it received, to compare it with the charges.
 */
export class PayingClients {
  readonly heard: HeardAnswer[] = [];
  readonly keyedNano = new Map<string, bigint>();
  /** The connection broke, an error event came, or the client disconnected. */
  unfinished = 0;
  /** Streams that broke after the client had received a part of the answer. */
  readonly brokenIds: string[] = [];
  readonly undocumented: string[] = [];
  readonly refused = new Map<string, number>();
  private isStopping = false;
  private clients: Promise<void>[] = [];

  constructor(
    /** The list of running gateways changes. */
    private readonly gatewayUrls: string[],
    private readonly keys: PayingKey[],
    private readonly random: () => number,
  ) {}

  start(count: number): void {
    this.clients = Array.from({ length: count }, (_, at) =>
      this.askOn(this.keys[at % this.keys.length] ?? { secret: '' }),
    );
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.clients);
  }

  private async askOn(key: PayingKey): Promise<void> {
    while (!this.isStopping) {
      if (key.isKeyed) await this.askUntilAnswered(key);
      else if (this.random() < 0.5) await this.askWhole(key);
      else await this.askForStream(key, this.random() < 0.3);
    }
  }

  private async askUntilAnswered(key: PayingKey): Promise<void> {
    const idempotencyKey = randomUUID();
    const maxTokens = this.maxTokens();
    const nano = await waitUntil(
      () => this.askWhole(key, idempotencyKey, maxTokens),
      (costNano) => costNano !== null,
      // Longer than any outage of the suites.
      { giveUpAfterMs: 180_000 },
    );
    this.keyedNano.set(key.secret, (this.keyedNano.get(key.secret) ?? 0n) + (nano ?? 0n));
  }

  private async askWhole(
    { secret }: PayingKey,
    idempotencyKey?: string,
    maxTokens = this.maxTokens(),
  ): Promise<bigint | null> {
    try {
      const response = await this.send(secret, { max_tokens: maxTokens }, idempotencyKey);
      const body = (await response.json()) as ChatUsage & OpenAiFailure;
      if (response.status !== 200) return this.refuse(response, body);
      const costNano = nanoOfNumber(body.usage.cost_cny);
      // A replay has its own request id, which is never charged.
      if (!response.headers.has('idempotency-replayed')) this.heard.push({ requestId: idOf(response), costNano });
      return costNano;
    } catch (error) {
      return this.lose(error);
    }
  }

  private async askForStream({ secret }: PayingKey, leaves: boolean): Promise<void> {
    try {
      const response = await this.send(secret, {
        max_tokens: this.maxTokens(),
        stream: true,
        stream_options: { include_usage: true },
      });
      if (response.status !== 200) {
        this.refuse(response, (await response.json()) as OpenAiFailure);
        return;
      }
      if (leaves) {
        this.unfinished += 1;
        await response.body?.cancel();
        return;
      }
      const text = await response.text();
      const usage = /"cost_cny":([\d.e-]+)/.exec(text)?.[1];
      if (text.trimEnd().endsWith('data: [DONE]') && usage !== undefined) {
        this.heard.push({ requestId: idOf(response), costNano: nanoOfNumber(Number(usage)) });
      } else {
        this.unfinished += 1;
        if (text.includes('"content":"')) this.brokenIds.push(idOf(response));
      }
    } catch (error) {
      this.lose(error);
    }
  }

  private send(secret: string, body: object, idempotencyKey?: string): Promise<Response> {
    const gatewayUrl = this.gatewayUrls[Math.floor(this.random() * this.gatewayUrls.length)] ?? '';
    return documentedFetch(`${gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }], ...body }),
    });
  }

  private lose(error: unknown): null {
    this.unfinished += 1;
    if (error instanceof UndocumentedAnswer) this.undocumented.push(error.message);
    return null;
  }

  private refuse(response: Response, { error }: OpenAiFailure): null {
    const reason = `${response.status} ${error.code}`;
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
    return null;
  }

  /** With a low maximum the answer costs more than its hold. */
  private maxTokens(): number {
    return 2 + Math.floor(this.random() * 20);
  }
}

const idOf = ({ headers }: Response) => headers.get('x-request-id') ?? '';
export const nanoOfNumber = (cny: number) => BigInt(Math.round(cny * 1e9));
