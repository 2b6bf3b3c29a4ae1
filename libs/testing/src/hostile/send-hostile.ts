import { connect } from 'node:net';

/**
 * `cut` closes our side after half of the body. `stalled` sends nothing after that half. `starved` announces too many
 * bytes. For the last two we disconnect soon, because the server waits.
 */
export type Manner = 'whole' | 'in pieces' | 'cut' | 'stalled' | 'starved';

export interface HostileRequest {
  label: string;
  baseUrl: string;
  head: string;
  body: Buffer;
  manner: Manner;
}

/** `hung`: no response. `closed`: the server disconnected. `left`: we disconnected on purpose. */
export type Outcome =
  | { kind: 'answered'; status: number; head: string; text: string }
  | { kind: 'hung' | 'closed' | 'left' };

const GIVE_UP_AFTER_MS = 30_000;
const STALL_MS = 1_500;
const KEPT_BYTES = 64 * 1024;

export function sendHostile({
  baseUrl,
  head,
  body,
  manner,
}: HostileRequest): Promise<{ outcome: Outcome; ms: number }> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const kept: Buffer[] = [];
    let keptBytes = 0;
    const socket = connect(Number(port), hostname);
    const finish = (outcome: Outcome) => {
      clearTimeout(clock);
      socket.destroy();
      resolve({ outcome, ms: performance.now() - startedAt });
    };
    const finishByAnswer = () => finish(readOutcome(Buffer.concat(kept)));
    const isStalled = manner === 'stalled' || manner === 'starved';
    const clock = setTimeout(
      () => (kept.length > 0 ? finishByAnswer() : finish({ kind: isStalled ? 'left' : 'hung' })),
      isStalled ? STALL_MS : GIVE_UP_AFTER_MS,
    );
    socket.on('data', (chunk) => {
      if (keptBytes < KEPT_BYTES) kept.push(chunk);
      keptBytes += chunk.length;
      if (keptBytes <= KEPT_BYTES && isWhole(Buffer.concat(kept).toString('latin1'), head)) finishByAnswer();
    });
    socket.on('error', finishByAnswer);
    socket.on('close', finishByAnswer);
    socket.write(head, 'latin1');
    if (manner === 'whole' || manner === 'starved') socket.write(body);
    else if (manner === 'in pieces') writePieces(body, (piece) => socket.write(piece));
    else socket.write(body.subarray(0, Math.floor(body.length / 2)));
    if (manner === 'cut') socket.end();
  });
}

function writePieces(body: Buffer, write: (piece: Buffer) => void): void {
  for (let at = 0; at < body.length; at += Math.max(1, Math.ceil(body.length / 7)))
    write(body.subarray(at, at + Math.max(1, Math.ceil(body.length / 7))));
}

/** A server may keep the connection open for unread data, and a status stream never ends. */
function isWhole(answer: string, request: string): boolean {
  const text = withoutContinue(answer);
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const head = text.slice(0, headEnd).toLowerCase();
  if (head.includes('content-type: text/event-stream') && request.includes('/events')) return true;
  const length = /^content-length: (\d+)$/m.exec(head.replace(/\r/g, ''))?.[1];
  if (length !== undefined) return text.length - headEnd - 4 >= Number(length);
  return head.includes('transfer-encoding: chunked') && text.endsWith('\r\n0\r\n\r\n');
}

const withoutContinue = (text: string) => text.replace(/^HTTP\/1\.1 1\d\d[^]*?\r\n\r\n/, '');

function readOutcome(bytes: Buffer): Outcome {
  const text = withoutContinue(bytes.toString('latin1'));
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (status === undefined) return { kind: 'closed' };
  const headEnd = text.indexOf('\r\n\r\n');
  return { kind: 'answered', status: Number(status), head: text.slice(0, headEnd), text: text.slice(headEnd + 4) };
}
