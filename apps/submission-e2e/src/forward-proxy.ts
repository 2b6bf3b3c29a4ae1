import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** An HTTP proxy. It alone knows where a host is, so a client that goes around it arrives nowhere. */
export class ForwardProxy {
  /** The first line of each request to the proxy itself. */
  readonly seen: string[] = [];
  private readonly tunnels = new Set<Duplex>();

  private constructor(
    private readonly server: Server,
    private readonly hosts: ReadonlyMap<string, number>,
    readonly url: string,
  ) {}

  /** `hosts`: the port on this machine of each `host:port`. */
  static async to(hosts: ReadonlyMap<string, number>): Promise<ForwardProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new ForwardProxy(server, hosts, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => proxy.forward(incoming, outgoing));
    server.on('connect', (incoming: IncomingMessage, socket: Duplex) => proxy.tunnel(incoming, socket));
    return proxy;
  }

  async close(): Promise<void> {
    for (const each of this.tunnels) each.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url = '/', headers } = incoming;
    this.seen.push(`${method} ${url}`);
    const { host, pathname, search } = new URL(url, 'http://no-proxy-request');
    const port = this.hosts.get(host);
    if (port === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const onward = request({ port, host: '127.0.0.1', path: pathname + search, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  private tunnel({ url = '' }: IncomingMessage, socket: Duplex): void {
    this.seen.push(`CONNECT ${url}`);
    const port = this.hosts.get(url);
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const onward: Socket = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const each of [socket, onward]) {
      this.tunnels.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        this.tunnels.delete(each);
        socket.destroy();
        onward.destroy();
      });
    }
  }
}
