import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const A = 1;
const UNKNOWN_NAME = 3;
const SERVER_FAILURE = 2;

/** `silent` never answers. An unknown name is answered so. Every host has addresses of IPv4 only. */
export type NameServerAnswer = { addresses: string[]; ttl: number } | 'silent' | 'broken';

/** A name server on loopback, over UDP. */
export class NameServer {
  /** The names that were asked for with IPv4. */
  readonly asked: string[] = [];
  readonly answers = new Map<string, NameServerAnswer>();

  private constructor(
    private readonly socket: Socket,
    readonly address: string,
  ) {
    socket.on('message', (query, { port, address: from }) => {
      const { name, type, end } = readQuestion(query);
      if (type === A) this.asked.push(name);
      const answer = this.answers.get(name);
      if (answer === 'silent') return;
      const addresses = typeof answer === 'object' && type === A ? answer.addresses : [];
      const ttl = typeof answer === 'object' ? answer.ttl : 0;
      const head = Buffer.from(query.subarray(0, 12));
      head.writeUInt16BE(0x8180 | (answer === 'broken' ? SERVER_FAILURE : answer ? 0 : UNKNOWN_NAME), 2);
      head.writeUInt16BE(addresses.length, 6);
      head.writeUInt32BE(0, 8);
      socket.send(
        Buffer.concat([head, query.subarray(12, end), ...addresses.map((each) => record(each, ttl))]),
        port,
        from,
      );
    });
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, `127.0.0.1:${socket.address().port}`);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.socket.close(() => resolve()));
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Points to the name of the question, which begins at byte 12. */
function record(address: string, ttl: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(0xc00c, 0);
  bytes.writeUInt16BE(A, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(ttl, 6);
  bytes.writeUInt16BE(4, 10);
  address.split('.').forEach((part, at) => bytes.writeUInt8(Number(part), 12 + at));
  return bytes;
}
