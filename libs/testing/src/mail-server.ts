import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export const SMTP_LOGIN = { user: 'shipyard@example.org', pass: 'a/b:c@d' };

export interface ReceivedMail {
  to: string;
  raw: string;
  parsed: ParsedMail;
}

/** What the server does to mail for one address. */
export interface Behavior {
  /** Answers RCPT TO with this error. */
  refusesRecipient?: string;
  /** Answers DATA with this error. */
  refusesData?: string;
  /** Called after all bytes arrived; the server answers when it resolves. */
  beforeAnswer?: () => Promise<void>;
  /** Never answers RCPT TO. */
  hangs?: boolean;
  /** Takes all bytes and drops the connection. */
  dies?: boolean;
}

export class MailServer {
  readonly received: ReceivedMail[] = [];
  readonly arrived: string[] = [];
  private readonly behaviors = new Map<string, Behavior>();
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: false,
      hideSTARTTLS: true,
      closeTimeout: 1,
      onAuth: ({ username, password }, _, done) =>
        done(username === SMTP_LOGIN.user && password === SMTP_LOGIN.pass ? null : new Error('wrong'), { user: 1 }),
      onRcptTo: ({ address }, _, done) => {
        this.arrived.push(address);
        const { hangs, refusesRecipient } = this.behaviorOf(address);
        if (!hangs) done(refusesRecipient === undefined ? null : refusal(refusesRecipient));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.take(Buffer.concat(chunks), session).then(() => done(), done));
      },
    });
    // A client that is killed breaks its connection.
    this.server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await once(server.server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    const { user, pass } = SMTP_LOGIN;
    return `smtp://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@127.0.0.1:${this.port}`;
  }

  behave(address: string, behavior: Behavior): void {
    this.behaviors.set(address, behavior);
  }

  /** Without the mail that asks a newcomer to confirm the address. */
  to(address: string): ReceivedMail[] {
    return this.received.filter(({ to, parsed }) => to === address && !parsed.text?.includes('/confirm?token='));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  private behaviorOf(address: string): Behavior {
    return this.behaviors.get(address) ?? {};
  }

  private async take(bytes: Buffer, session: SMTPServerSession): Promise<void> {
    const to = session.envelope.rcptTo[0]?.address ?? '';
    const { refusesData, beforeAnswer, dies } = this.behaviorOf(to);
    if (refusesData !== undefined) throw refusal(refusesData);
    const raw = bytes.toString('latin1');
    this.received.push({ to, raw, parsed: await simpleParser(bytes) });
    await beforeAnswer?.();
    if (dies) for (const connection of this.server.connections) if (connection.session === session) connection.close();
  }
}

const refusal = (answer: string) =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
