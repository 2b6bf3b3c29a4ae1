import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export class StalledBody {
  private received = '';

  private constructor(private readonly socket: Socket) {
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
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const stalled = new StalledBody(socket);
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

  leave(): void {
    this.socket.destroy();
  }
}
