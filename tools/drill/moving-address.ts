import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An address that stays while the server behind it changes, as a Service, a virtual address or HAProxy gives. */
export class MovingAddress {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;

  private constructor(
    private target: number,
    private ownPort = 0,
  ) {}

  static async to(target: number): Promise<MovingAddress> {
    const address = new MovingAddress(target);
    await address.listen();
    return address;
  }

  get port(): number {
    return this.ownPort;
  }

  at(url: string): string {
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(this.ownPort) }).href;
  }

  /** Connections that are open end, and new ones are refused. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async leadTo(target: number): Promise<void> {
    await this.close();
    this.target = target;
    await this.listen();
  }

  open(): Promise<void> {
    return this.leadTo(this.target);
  }

  private async listen(): Promise<void> {
    const server = createServer((socket) => this.join(socket));
    server.listen(this.ownPort, '127.0.0.1');
    await once(server, 'listening');
    this.ownPort = (server.address() as AddressInfo).port;
    this.server = server;
  }

  private join(socket: Socket): void {
    const behind = connect(this.target, '127.0.0.1');
    const pair = [socket, behind];
    for (const each of pair) {
      this.sockets.add(each);
      each.setNoDelay(true);
      each.on('error', () => undefined);
      each.once('close', () => {
        this.sockets.delete(each);
        for (const other of pair) other.destroy();
      });
    }
    socket.pipe(behind).pipe(socket);
  }
}
