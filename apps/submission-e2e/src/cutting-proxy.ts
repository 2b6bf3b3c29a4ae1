import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Forwards to a service, and can take the request but let only the beginning of the answer through. */
export class CuttingProxy {
  readonly seen: string[] = [];
  /** How many bytes of the answer pass, for the nth request, from 1. Null: all. */
  passes: (index: number, line: string, answer: Buffer) => number | null = () => null;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(origin: string): Promise<CuttingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      proxy.forward(origin, incoming, outgoing),
    );
    return proxy;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url = '/', headers } = incoming;
    const line = `${method} ${url}`;
    this.seen.push(line);
    const index = this.seen.length;
    const hangUp = () => incoming.socket.destroy();
    const onward = request(new URL(url, origin), { method, headers }, (answer) => {
      buffer(answer).then((body) => {
        const head = answer.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
        const status = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`;
        const whole = Buffer.concat([Buffer.from(`${status}${head}\r\n`, 'latin1'), body]);
        const bytes = this.passes(index, line, whole);
        if (bytes !== null) return void incoming.socket.end(whole.subarray(0, bytes));
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      }, hangUp);
    });
    onward.on('error', hangUp);
    // A stream of events would stay open until the service ends, long after the command that read it.
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}
