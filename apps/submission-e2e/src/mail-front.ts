import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';

/** Stands before the mail server of a test. It can also be a server that takes no mail of anybody. */
export class MailFront {
  /** Sent in place of the server's, and then the connection ends. */
  private greeting: string | undefined;
  readonly port: number;

  private constructor(private readonly listener: Server) {
    this.port = (listener.address() as AddressInfo).port;
  }

  static async before(serverPort: number): Promise<MailFront> {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const front = new MailFront(listener);
    listener.on('connection', (client) => {
      client.on('error', () => undefined);
      if (front.greeting !== undefined) return client.end(front.greeting);
      const server = connect(serverPort, '127.0.0.1');
      // Either side may break the connection, which then breaks the other.
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const)
        pipeline(from, to, () => undefined);
    });
    return front;
  }

  greet(greeting: string): void {
    this.greeting = greeting;
  }

  refuseConnections(): void {
    this.listener.close();
  }

  /** Lets mail pass to the server again. */
  async pass(): Promise<void> {
    this.greeting = undefined;
    if (!this.listener.listening) await once(this.listener.listen(this.port, '127.0.0.1'), 'listening');
  }

  close(): void {
    this.listener.close();
  }
}
