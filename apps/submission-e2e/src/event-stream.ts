import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { StatusView } from './participant';

export class EventStream {
  private readonly statuses: StatusView[] = [];
  private waiting: (() => void)[] = [];
  private rest = '';
  readonly ended: Promise<unknown>;

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
    this.ended = once(response, 'close');
    response.on('error', () => undefined);
    void this.ended.then(() => this.wake());
  }

  static async open(baseUrl: string, slug: string, token: string): Promise<EventStream> {
    const [response] = (await once(
      get(`${baseUrl}/projects/${slug}/status/events`, { agent: false, headers: { authorization: `Bearer ${token}` } }),
      'response',
    )) as [IncomingMessage];
    return new EventStream(response);
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get contentType(): string | undefined {
    return this.response.headers['content-type'];
  }

  async next(): Promise<StatusView> {
    for (;;) {
      const status = this.statuses.shift();
      if (status) return status;
      if (this.response.closed) throw new Error('The stream has ended');
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async until(wanted: (status: StatusView) => boolean): Promise<StatusView[]> {
    const seen: StatusView[] = [];
    for (;;) {
      const status = await this.next();
      seen.push(status);
      if (wanted(status)) return seen;
    }
  }

  close(): void {
    this.response.destroy();
  }

  private take(chunk: string): void {
    const events = (this.rest + chunk).split('\n\n');
    this.rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^event: status\ndata: (.*)$/.exec(event)?.[1];
      if (data === undefined && event !== ':') throw new Error(`This is no event of a status: ${event}`);
      if (data !== undefined) this.statuses.push(JSON.parse(data) as StatusView);
    }
    this.wake();
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}
