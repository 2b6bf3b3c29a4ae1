import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards to a service, and can take the request but drop the connection instead of the answer. */
export class CuttingProxy {
  readonly seen: string[] = [];
  /** Decides for the nth request, from 1. */
  cuts: (index: number, line: string) => boolean = () => false;

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
    const isCut = this.cuts(this.seen.length, line);
    const onward = request(new URL(url, origin), { method, headers }, (answer) => {
      if (isCut) {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }
}
