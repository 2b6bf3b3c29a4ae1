import { randomUUID } from 'node:crypto';
import { waitUntil } from '@shipyard/testing';
import type { OpenAiFailure } from './gateway-client';

/** An answer that a client received to its last byte. */
export interface HeardAnswer {
  requestId: string;
  costNano: bigint;
}

export interface PayingKey {
  secret: string;
  /** All its calls have an Idempotency-Key and are repeated until they are answered. */
  isKeyed?: boolean;
}

interface ChatUsage {
  usage: { cost_cny: number };
}

/**
 * Clients that ask for chats one after the other, whole, as streams, as streams that they leave, and with an
 * Idempotency-Key, each from a gateway at random. They write down what they received: what they paid for is checked
 * against that.
 */
export class PayingClients {
  readonly heard: HeardAnswer[] = [];
  /** For each key with `isKeyed`, what its answers cost. */
  readonly keyedNano = new Map<string, bigint>();
  /** Requests whose answer did not come to its end: the connection broke, an error event came, or the client left. */
  unfinished = 0;
  /** Refusals by status and code. */
  readonly refused = new Map<string, number>();
  private isStopping = false;
  private clients: Promise<void>[] = [];

  constructor(
    /** Those that are running, at each time. */
    private readonly gatewayUrls: string[],
    private readonly keys: PayingKey[],
    private readonly random: () => number,
  ) {}

  start(count: number): void {
    this.clients = Array.from({ length: count }, (_, at) =>
      this.askOn(this.keys[at % this.keys.length] ?? { secret: '' }),
    );
  }

  /** Resolves when each has ended what it had begun. */
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
    );
    this.keyedNano.set(key.secret, (this.keyedNano.get(key.secret) ?? 0n) + (nano ?? 0n));
  }

  /** What the answer cost, null where there was none. */
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
      // A replay has an id of its own, under which nothing is charged.
      if (!response.headers.has('idempotency-replayed')) this.heard.push({ requestId: idOf(response), costNano });
      return costNano;
    } catch {
      this.unfinished += 1;
      return null;
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
      } else this.unfinished += 1;
    } catch {
      this.unfinished += 1;
    }
  }

  private send(secret: string, body: object, idempotencyKey?: string): Promise<Response> {
    const gatewayUrl = this.gatewayUrls[Math.floor(this.random() * this.gatewayUrls.length)] ?? '';
    return fetch(`${gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ model: 'fake-chat', messages: [{ role: 'user', content: 'Say hello' }], ...body }),
    });
  }

  private refuse(response: Response, { error }: OpenAiFailure): null {
    const reason = `${response.status} ${error.code}`;
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1);
    return null;
  }

  /** With the fewest, the answer costs more than was held for it. */
  private maxTokens(): number {
    return 2 + Math.floor(this.random() * 20);
  }
}

const idOf = ({ headers }: Response) => headers.get('x-request-id') ?? '';
export const nanoOfNumber = (cny: number) => BigInt(Math.round(cny * 1e9));
