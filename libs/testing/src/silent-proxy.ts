import { connect, createServer, type Socket } from 'node:net';

/** Can go silent like a hanging server. Kept data is delivered later, even that of a client that has left. */
export class SilentProxy {
  private readonly wires = new Set<Wire>();
  private isSilent = false;

  private constructor(
    readonly port: number,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async before(target: { host: string; port: number }): Promise<SilentProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
    const proxy = new SilentProxy(address.port, server);
    server.on('connection', (client) => {
      const wire = new Wire(client, connect(target), proxy.isSilent);
      proxy.wires.add(wire);
    });
    return proxy;
  }

  fallSilent(): void {
    this.isSilent = true;
    for (const wire of this.wires) wire.fallSilent();
  }

  answerNewcomers(): void {
    this.isSilent = false;
  }

  speak(): void {
    this.isSilent = false;
    for (const wire of this.wires) wire.speak();
  }

  close(): void {
    this.server.close();
    for (const wire of this.wires) wire.cut();
  }
}

class Wire {
  private readonly kept: (() => void)[] = [];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private isSilent: boolean,
  ) {
    this.pass(client, server);
    this.pass(server, client);
  }

  fallSilent(): void {
    this.isSilent = true;
  }

  speak(): void {
    this.isSilent = false;
    for (const say of this.kept.splice(0)) say();
  }

  cut(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private pass(from: Socket, to: Socket): void {
    from.on('error', () => undefined);
    from.on('data', (bytes) => this.say(() => to.write(bytes)));
    from.on('close', () => this.say(() => to.end()));
  }

  private say(what: () => void): void {
    if (this.isSilent) this.kept.push(what);
    else what();
  }
}
