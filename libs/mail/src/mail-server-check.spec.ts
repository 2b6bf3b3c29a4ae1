import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { checkMailServer } from './mail-server-check';

describe('the check of the mail server', () => {
  let server: Server;
  let sockets: Socket[];
  let loginAnswer: string;

  beforeEach(async () => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.write('220 hello\r\n');
      socket.on('data', (bytes: Buffer) => {
        const word = bytes.toString('latin1').split(/\W/, 1)[0];
        if (word === 'EHLO') socket.write('250-here\r\n250 AUTH PLAIN\r\n');
        else socket.write(word === 'AUTH' ? loginAnswer : '250 yes\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const standingAt = (port: number) =>
    checkMailServer({
      ...{ host: '127.0.0.1', port, isSecure: false, starttls: 'off' },
      login: { user: 'ada', pass: 'secret' },
    });

  it.each([
    ['fine', '235 welcome\r\n'],
    ['login_refused', '535 wrong\r\n'],
  ])('says %s when the server answers %j', async (standing, answer) => {
    loginAnswer = answer;
    expect(await standingAt((server.address() as AddressInfo).port)).toBe(standing);
  });

  it('says that nobody answers, and that mail goes to files', async () => {
    expect([await standingAt(9), await checkMailServer(undefined)]).toEqual(['unreachable', 'files']);
  });
});
