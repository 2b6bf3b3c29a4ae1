import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Bytes that no HTTP client would send. `end` closes our half of the connection after them. */
export interface RawRequest {
  head: string;
  body: Buffer;
  end: boolean;
}

const GIVE_UP_AFTER_MS = 30_000;

/** Returns the first response, or null if the server disconnected without one. Rejects if the connection hangs. */
export function sendRaw(
  url: string,
  { head, body, end }: RawRequest,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    const settle = (finish: () => void) => {
      clearTimeout(clock);
      socket.destroy();
      finish();
    };
    const clock = setTimeout(
      () => settle(() => reject(new Error(`The connection hangs after: ${received.toString('latin1').slice(0, 200)}`))),
      giveUpAfterMs,
    );
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseAnswer(received);
      if (answer) settle(() => resolve(answer));
    });
    // A server that has answered may close while we still write.
    socket.on('error', () => settle(() => resolve(parseAnswer(received, true))));
    socket.on('close', () => settle(() => resolve(parseAnswer(received, true))));
    socket.write(head, 'latin1');
    if (body.length > 0) socket.write(body);
    if (end) socket.end();
  });
}

/** Null until the answer is complete. A body without a length ends with the connection. */
function parseAnswer(bytes: Buffer, isEnd = false): RawAnswer | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = bytes.subarray(headEnd + 4);
  const length = headers.get('content-length');
  const isWhole =
    length !== undefined
      ? rest.length >= Number(length)
      : headers.has('transfer-encoding')
        ? rest.includes('0\r\n\r\n')
        : isEnd;
  if (!isWhole && !isEnd) return null;
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.toString() };
}
