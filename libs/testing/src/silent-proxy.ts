import { connect, createServer, type Socket } from 'node:net';

/**
 * A server as one sees it through a wire on which it can fall silent, as one does that hangs: its connections stay open, what is said to it is
 * taken and kept, and nothing comes back. What was kept is handed over later, also that of a client which has given up and gone.
 */
export class SilentProxy {
  private readonly wires = new Set<Wire>();
  private isSilent = false;

  private constructor(
    readonly port: number,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  /** On a free port of this machine, before the server at `target`. */
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

  /** For connections that are there and those that come. */
  fallSilent(): void {
    this.isSilent = true;
    for (const wire of this.wires) wire.fallSilent();
  }

  /** To connections that come from now on. Those that are there stay silent. */
  answerNewcomers(): void {
    this.isSilent = false;
  }

  /** To all, with what was said meanwhile. */
  speak(): void {
    this.isSilent = false;
    for (const wire of this.wires) wire.speak();
  }

  close(): void {
    this.server.close();
    for (const wire of this.wires) wire.cut();
  }
}

/** A client's connection and the one to the server. */
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
