import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { formatEvent, startEventStream } from '@shipyard/http';
import { drainEnd } from '@shipyard/platform/in-flight';

const KEEP_ALIVE_MS = 15_000;
/** A client that reads nothing for this long counts as disconnected, because its hold and the supplier wait for it. */
const STALLED_MS = 60_000;

export class EventStream {
  private keepAlive: NodeJS.Timeout | undefined;

  constructor(private readonly response: ServerResponse) {}

  /** Until something was sent, a failure is an ordinary error response. */
  get hasBegun(): boolean {
    return this.keepAlive !== undefined;
  }

  /** Sends each JSON as an event. Returns a promise if the customer reads more slowly than we write. */
  write(events: string[]): Promise<void> | undefined {
    // A disconnected client would never end the keep-alive.
    if (this.response.destroyed) return undefined;
    if (this.keepAlive) this.keepAlive.refresh();
    else this.begin();
    return this.response.write(toText(events)) || this.response.destroyed ? undefined : this.untilRead();
  }

  private async untilRead(): Promise<void> {
    const noLonger = new AbortController();
    const { signal } = noLonger;
    const ended = new Promise<void>((resolve) => {
      drainEnd.addEventListener('abort', resolve);
      signal.addEventListener('abort', () => drainEnd.removeEventListener('abort', resolve));
    });
    // Does not wait for a client that reads nothing.
    const stalled = setTimeout(() => this.response.destroy(), STALLED_MS);
    try {
      await Promise.race([once(this.response, 'drain', { signal }), once(this.response, 'close', { signal }), ended]);
    } finally {
      clearTimeout(stalled);
      noLonger.abort();
    }
  }

  done(events: string[]): void {
    if (this.response.destroyed) return;
    if (!this.keepAlive) this.begin();
    this.end(`${toText(events)}data: [DONE]\n\n`);
  }

  /** Sends OpenAI's error body and no `[DONE]`, so that the answer cannot look complete. */
  fail(body: unknown): void {
    this.end(toText([JSON.stringify(body)]));
  }

  private begin(): void {
    const { response } = this;
    startEventStream(response, { 'cache-control': 'no-cache, no-transform' });
    // No empty line, because some clients take it for the end of an event.
    this.keepAlive = setInterval(() => response.write(': keep-alive\n'), KEEP_ALIVE_MS);
    response.once('close', () => clearInterval(this.keepAlive));
  }

  private end(last: string): void {
    clearInterval(this.keepAlive);
    this.response.end(last);
  }
}

function toText(events: string[]): string {
  let text = '';
  for (const event of events) text += formatEvent(event);
  return text;
}
