import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { toServer } from './mail-transport';

const LIMITS = { connectWithinMs: 10_000, takeWithinMs: 60_000, answerWithinMs: 600_000 };
const MESSAGE = {
  messageId: '<1@shipyard.example>',
  from: 'mail@shipyard.example',
  to: 'ada@example.com',
  text: 'Hello',
};

describe('the connection to the mail server', () => {
  let server: Server;
  let seen: string[];
  let sockets: Socket[];
  let answersRecipient: boolean;
  let answersData: Promise<void>;

  beforeEach(async () => {
    [seen, sockets, answersRecipient, answersData] = [[], [], true, Promise.resolve()];
    server = createServer(serve).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Only the limits of the transport. Sockets have timers of their own.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance', 'hrtime'] });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Notes the first word of each command, and DELIVERED when it has accepted a message. */
  function serve(socket: Socket): void {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('220 hello\r\n');
    let [rest, end] = ['', '\r\n'];
    socket.on('data', (bytes: Buffer) => {
      rest += bytes.toString('latin1');
      if (!rest.endsWith(end)) return;
      const word = end === '\r\n' ? (rest.split(/\W/)[0] ?? '') : 'MESSAGE';
      seen.push(word);
      [rest, end] = ['', word === 'DATA' ? '\r\n.\r\n' : '\r\n'];
      if (word === 'MESSAGE') void answersData.then(() => (seen.push('DELIVERED'), socket.write('250 done\r\n')));
      else if (word !== 'RCPT' || answersRecipient) socket.write(word === 'DATA' ? '354 go on\r\n' : '250 yes\r\n');
    });
  }

  const send = (signal = new AbortController().signal) => {
    const { port } = server.address() as AddressInfo;
    const target = { host: '127.0.0.1', port, isSecure: false, starttls: 'off', login: null } as const;
    return toServer(target, LIMITS)('1', MESSAGE, signal);
  };

  /** Without a timer, because timers stand still here. */
  async function untilSeen(word: string): Promise<void> {
    while (!seen.includes(word)) await new Promise((resolve) => setImmediate(resolve));
  }

  it('waits for minutes for the answer to the data, and delivers one copy', async () => {
    let answer = () => {};
    answersData = new Promise((resolve) => (answer = resolve));
    const idleLimit = jest.spyOn(Socket.prototype, 'setTimeout');
    const sending = send();
    await untilSeen('MESSAGE');
    jest.advanceTimersByTime(599_000);
    answer();
    await sending;
    const limits = idleLimit.mock.calls.map(([ms]) => ms).filter((ms) => ms > 0);
    // The limit of a silent socket, as it was last set.
    expect(limits.at(-1)).toBe(LIMITS.answerWithinMs);
    expect([sockets.length, seen.filter((word) => word === 'DELIVERED').length]).toEqual([1, 1]);
  });

  it('gives up after the limit for the answer', async () => {
    answersData = new Promise(() => undefined);
    const sending = expect(send()).rejects.toMatchObject({ code: 'EABORT' });
    await untilSeen('MESSAGE');
    jest.advanceTimersByTime(600_000);
    await sending;
  });

  it('waits less long before the server has the data', async () => {
    answersRecipient = false;
    const sending = expect(send()).rejects.toMatchObject({ code: 'EABORT' });
    await untilSeen('RCPT');
    jest.advanceTimersByTime(60_000);
    await sending;
    expect(seen).not.toContain('MESSAGE');
  });

  it('ends at once when the worker stops', async () => {
    answersData = new Promise(() => undefined);
    const stopping = new AbortController();
    const sending = expect(send(stopping.signal)).rejects.toMatchObject({ code: 'EABORT' });
    await untilSeen('MESSAGE');
    stopping.abort();
    await sending;
  });
});
