import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

const KEEP_ALIVE_MS = 15_000;
/** Whoever has read nothing for so long is gone: its hold and the supplier's answer wait for it. */
const STALLED_MS = 60_000;

/** Server-sent events to a customer, each sent as it is written. In every 15 s of silence goes a comment, which clients skip. */
export class EventStream {
  private readonly keepAlive: NodeJS.Timeout;

  constructor(private readonly response: ServerResponse) {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    // One line end, no empty line: some clients take every empty line for the end of an event.
    this.keepAlive = setInterval(() => response.write(': keep-alive\n'), KEEP_ALIVE_MS);
    response.once('close', () => clearInterval(this.keepAlive));
  }

  /** Waits while the customer reads more slowly than we write, and hangs up on one that does not read at all. */
  async write(data: object): Promise<void> {
    this.keepAlive.refresh();
    if (this.response.write(`data: ${JSON.stringify(data)}\n\n`) || this.response.destroyed) return;
    const noLonger = new AbortController();
    const { signal } = noLonger;
    const stalled = setTimeout(() => this.response.destroy(), STALLED_MS);
    try {
      await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal })]);
    } finally {
      clearTimeout(stalled);
      noLonger.abort();
    }
  }

  /** Ends a whole answer. */
  done(): void {
    this.end('data: [DONE]\n\n');
  }

  /** Ends an answer that broke: one event with OpenAI's error body, and no `[DONE]`, so that it cannot look whole. */
  fail(body: unknown): void {
    this.end(`data: ${JSON.stringify(body)}\n\n`);
  }

  private end(last: string): void {
    clearInterval(this.keepAlive);
    this.response.end(last);
  }
}
