import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
/** No body contains these bytes: JSON escapes line ends, and event streams end lines with LF only. */
const LAST_CHUNK = '\r\n0\r\n\r\n';
/** Has no body, and no length. */
const NOT_MODIFIED = 304;
const EMPTY = Buffer.alloc(0);

type Awaited = { kind: 'head' } | { kind: 'counted'; bytes: number } | { kind: 'chunked'; tail: string };

export class HttpConnection {
  private answer: { resolve: (status: number) => void; reject: (reason: Error) => void } | null = null;
  private awaited: Awaited = { kind: 'head' };
  private pending: Buffer = EMPTY;
  private status = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (piece) => this.read(piece));
    socket.on('error', () => undefined);
    socket.on('close', () => this.answer?.reject(new Error('The connection was closed')));
  }

  static async open(origin: string): Promise<HttpConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  ask(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('The connection was closed'));
      this.answer = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(piece: Buffer): void {
    const body = this.awaited.kind === 'head' ? this.readHead(piece) : piece;
    if (body === null) return;
    if (this.awaited.kind === 'counted') {
      this.awaited.bytes -= body.length;
      if (this.awaited.bytes <= 0) this.finish();
    } else if (this.awaited.kind === 'chunked') {
      this.awaited.tail = (
        this.awaited.tail + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))
      ).slice(-LAST_CHUNK.length);
      if (this.awaited.tail === LAST_CHUNK) this.finish();
    }
  }

  private readHead(piece: Buffer): Buffer | null {
    const all = this.pending.length === 0 ? piece : Buffer.concat([this.pending, piece]);
    const end = all.indexOf(HEAD_END);
    this.pending = end < 0 ? all : EMPTY;
    if (end < 0) return null;
    const head = all.toString('latin1', 0, end);
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const bytes = this.status === NOT_MODIFIED ? 0 : length;
    this.awaited = bytes === undefined ? { kind: 'chunked', tail: '\r\n' } : { kind: 'counted', bytes: Number(bytes) };
    return all.subarray(end + HEAD_END.length);
  }

  private finish(): void {
    const { answer } = this;
    this.answer = null;
    this.awaited = { kind: 'head' };
    answer?.resolve(this.status);
  }
}

export function requestBytes(
  asked: { origin: string; method: string; headers: Record<string, string>; body?: string },
  path: string,
): Buffer {
  const headers = {
    host: new URL(asked.origin).host,
    ...asked.headers,
    ...(asked.body !== undefined && { 'content-length': String(Buffer.byteLength(asked.body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${asked.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${asked.body ?? ''}`);
}
