import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const COMMENT_EVERY_MS = 15_000;
const LIFETIME_MS = 10 * 60_000;
/** For so long what was sent may lie unread. */
const UNREAD_MS = 15_000;

/** What a stream needs of the response that it is written to. */
export type StreamResponse = Pick<ServerResponse, 'writeHead' | 'flushHeaders' | 'write' | 'end' | 'destroy' | 'writableNeedDrain'>;

/**
 * A reader of a project's status, by server-sent events. Holds one status at most that the reader has not taken yet: newer ones take its
 * place, and a reader who takes none for 15 s is hung up on. Call `tick` once a second.
 */
export class StatusStream {
  private readonly openedAt: number;
  private commentedAt: number;
  private unreadSince: number | null = null;
  /** What the last that was written comes to, and the last that is to be written: a status can have megabytes, and streams are many. */
  private writtenHash: string | null = null;
  private latest: string | null = null;

  constructor(
    private readonly response: StreamResponse,
    private readonly now: () => number = Date.now,
  ) {
    this.openedAt = now();
    this.commentedAt = this.openedAt;
    // Proxies that collect answers before they pass them on are asked not to.
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    response.flushHeaders();
  }

  /** What is the same as the last is not sent again. */
  send(status: object): void {
    this.latest = JSON.stringify(status);
    this.flush();
  }

  tick(): void {
    const now = this.now();
    if (now - this.openedAt >= LIFETIME_MS) return this.end();
    if (this.response.writableNeedDrain) {
      this.unreadSince ??= now;
      if (now - this.unreadSince >= UNREAD_MS) this.response.destroy();
      return;
    }
    this.unreadSince = null;
    this.flush();
    if (now - this.commentedAt < COMMENT_EVERY_MS) return;
    this.commentedAt = now;
    this.response.write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  private flush(): void {
    if (this.latest === null || this.response.writableNeedDrain) return;
    const hash = createHash('sha256').update(this.latest).digest('base64');
    if (hash !== this.writtenHash) this.response.write(`event: status\ndata: ${this.latest}\n\n`);
    this.writtenHash = hash;
    this.latest = null;
  }
}
