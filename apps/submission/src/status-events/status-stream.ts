import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { formatEvent, startEventStream } from '@shipyard/http';

const COMMENT_EVERY_MS = 15_000;
const LIFETIME_MS = 10 * 60_000;
const UNREAD_MS = 15_000;

export type StreamResponse = Pick<
  ServerResponse,
  'writeHead' | 'flushHeaders' | 'write' | 'end' | 'destroy' | 'writableNeedDrain'
>;

/**
 * Holds at most one unread status: a newer one replaces it. Disconnects a client that reads nothing for 15 s. Call
 * `tick` once a second.
 */
export class StatusStream {
  private readonly openedAt: number;
  private commentedAt: number;
  private unreadSince: number | null = null;
  /** A hash, because a status can have megabytes, and there are many streams. */
  private writtenHash: string | null = null;
  private latest: string | null = null;

  constructor(
    private readonly response: StreamResponse,
    private readonly now: () => number = Date.now,
  ) {
    this.openedAt = now();
    this.commentedAt = this.openedAt;
    startEventStream(response);
    response.flushHeaders();
  }

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
    if (hash !== this.writtenHash) this.response.write(formatEvent(this.latest, 'status'));
    this.writtenHash = hash;
    this.latest = null;
  }
}
