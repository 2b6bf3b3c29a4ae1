import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a line breaks: behind so many bytes of a request, or of its answer. */
export type Break = { side: 'request' | 'answer'; bytes: number } | null;

export interface Exchange {
  line: string;
  request: number;
  /** The places of the answer after which something else begins: each line of its head, and its end. */
  answer: number[];
}

/** A line to a service that breaks at any byte. It carries one request at a time over each connection. */
export class BreakingLine {
  readonly seen: Exchange[] = [];
  /** Where the line breaks for a request, and for how many times it was sent before. */
  breaks: (line: string, before: number) => Break = () => null;
  private readonly sent = new Map<string, number>();
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    readonly url: string,
  ) {}

  static async to(origin: string): Promise<BreakingLine> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const line = new BreakingLine(server, Number(new URL(origin).port), `http://127.0.0.1:${port}`);
    server.on('connection', (socket) => line.take(socket));
    return line;
  }

  /** Forgets what was sent, so that the next request is a first one. */
  reset(breaks: BreakingLine['breaks']): void {
    this.seen.length = 0;
    this.sent.clear();
    this.breaks = breaks;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(client: Socket): void {
    this.hold(client);
    let received = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const whole = wholeRequest(received);
      if (whole !== null) this.carry(client, whole);
    });
  }

  private carry(client: Socket, request: Buffer): void {
    const line = /^\w+ \S+/.exec(request.toString('latin1'))?.[0] ?? '';
    const before = this.sent.get(line) ?? 0;
    this.sent.set(line, before + 1);
    const broken = this.breaks(line, before);
    const exchange: Exchange = { line, request: request.length, answer: [] };
    this.seen.push(exchange);
    const service = connect(this.port, '127.0.0.1');
    this.hold(service);
    if (broken?.side === 'request') {
      const part = request.subarray(0, Math.min(broken.bytes, request.length - 1));
      service.write(part, () => {
        service.destroy();
        client.destroy();
      });
      return;
    }
    service.write(request);
    const answer: Buffer[] = [];
    service.on('data', (chunk: Buffer) => void answer.push(chunk));
    service.on('end', () => {
      const whole = Buffer.concat(answer);
      exchange.answer = placesIn(whole);
      client.end(broken === null ? whole : whole.subarray(0, Math.min(broken.bytes, whole.length - 1)));
    });
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.sockets.delete(socket));
  }
}

/** A request with all of its body, which asks the service to close the connection behind its answer. Null until it is there. */
function wholeRequest(received: Buffer): Buffer | null {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const text = received.subarray(0, head).toString('latin1');
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  if (received.length < head + 4 + length) return null;
  const closing = `${text.replace(/\r\nconnection: [^\r]*/i, '')}\r\nconnection: close`;
  return Buffer.concat([Buffer.from(closing, 'latin1'), received.subarray(head)]);
}

function placesIn(answer: Buffer): number[] {
  const places: number[] = [];
  const head = answer.indexOf('\r\n\r\n');
  for (let at = answer.indexOf('\r\n'); at >= 0 && at <= head; at = answer.indexOf('\r\n', at + 2)) places.push(at);
  return [...places, head + 4, answer.length];
}
