import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { assertDocumented } from './documented-answer';
import { headersOf } from './documented-request';

export class StalledBody {
  private received = '';

  private constructor(
    private readonly socket: Socket,
    private readonly sent: { method: string; url: URL },
  ) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (this.received += text));
    socket.on('error', () => undefined);
  }

  static async send(
    origin: string,
    method: 'POST' | 'PUT',
    path: string,
    headers: Record<string, string>,
    beginning: Buffer,
  ): Promise<StalledBody> {
    const url = new URL(path, origin);
    const socket = connect(Number(url.port), url.hostname);
    const stalled = new StalledBody(socket, { method, url });
    await once(socket, 'connect');
    const lines = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    await new Promise((sent) => socket.write(beginning, sent));
    return stalled;
  }

  get status(): number | null {
    const status = /^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1];
    return status === undefined ? null : Number(status);
  }

  get answer(): string {
    return this.received;
  }

  async assertDocumented(): Promise<void> {
    const [head = '', text = ''] = this.received.split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const headers = headersOf(
      lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    await assertDocumented({ ...this.sent, status: this.status ?? 0, headers, text });
  }

  leave(): void {
    this.socket.destroy();
  }
}
