import { request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { documentedAnswerTo, documentedFetch, UndocumentedAnswer } from '@shipyard/testing';
import { nanoOfNumber } from './paying-clients';

const PROBED_EVERY_MS = 100;
/** A gateway that ends answers 503 or refuses at once. A busy machine needs longer. */
const PROBED_WITHIN_MS = 5_000;

/** The cost of a complete stream, or why it failed. */
type Outcome = { costNano: bigint } | { failure: string };

/** Clients behind a load balancer: each request uses a new connection to the next gateway whose /readyz was 200. */
export class BalancedClients {
  readonly failures: string[] = [];
  answered = 0;
  costNano = 0n;
  private readonly ready = new Set<string>();
  private readonly probing = new Map<string, AbortController>();
  private next = 0;
  private isStopping = false;
  private clients: Promise<void>[] = [];

  constructor(
    private readonly secret: string,
    private readonly model: string,
  ) {}

  async add(url: string): Promise<void> {
    const stopping = new AbortController();
    this.probing.set(url, stopping);
    await this.probe(url);
    void (async () => {
      for (; !stopping.signal.aborted; await after(PROBED_EVERY_MS)) await this.probe(url);
    })();
  }

  remove(url: string): void {
    this.probing.get(url)?.abort();
    this.probing.delete(url);
    this.ready.delete(url);
  }

  start(count: number): void {
    this.clients = Array.from({ length: count }, () => this.askOn());
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.clients);
    for (const url of [...this.probing.keys()]) this.remove(url);
  }

  private async probe(url: string): Promise<void> {
    const signal = AbortSignal.timeout(PROBED_WITHIN_MS);
    const status = await documentedFetch(`${url}/readyz`, { signal })
      .then(async (response) => {
        await response.text();
        return response.status;
      })
      .catch((error: unknown) => {
        if (error instanceof UndocumentedAnswer) this.failures.push(error.message);
        return null;
      });
    if (status === 200 && this.probing.has(url)) this.ready.add(url);
    else this.ready.delete(url);
  }

  private async askOn(): Promise<void> {
    while (!this.isStopping) {
      const urls = [...this.ready];
      const url = urls[(this.next += 1) % urls.length];
      const outcome = url === undefined ? { failure: 'no gateway is ready' } : await this.read(url);
      if ('failure' in outcome) {
        this.failures.push(outcome.failure);
        await after(PROBED_EVERY_MS);
        continue;
      }
      this.answered += 1;
      this.costNano += outcome.costNano;
    }
  }

  private async read(url: string): Promise<Outcome> {
    const body = JSON.stringify({
      model: this.model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Say hello' }],
    });
    const headers = {
      authorization: `Bearer ${this.secret}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', agent: false, headers }).end(body);
    try {
      const { status, text } = await documentedAnswerTo(sent);
      const cost = /"cost_cny":([\d.e-]+)/.exec(text)?.[1];
      const isWhole = status === 200 && text.trimEnd().endsWith('data: [DONE]') && cost !== undefined;
      return isWhole ? { costNano: nanoOfNumber(Number(cost)) } : { failure: `${status} ${text.slice(-300)}` };
    } catch (error) {
      return { failure: String(error) };
    }
  }
}
