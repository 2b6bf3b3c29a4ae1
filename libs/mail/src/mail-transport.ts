import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailMessage } from './mail-message';
import type { SmtpServer } from './smtp-setting';

/** Sends one message, or rejects. After `signal` it rejects at once. */
export type MailTransport = (mailId: string, message: MailMessage, signal: AbortSignal) => Promise<void>;

export interface MailRoute {
  /** Without one, mail is written to the folder. */
  server: SmtpServer | undefined;
  /** Each service has its own, because the files of others look like files without a row. */
  folder: string;
}

export function openMailTransport({ server, folder }: MailRoute): MailTransport {
  return server === undefined ? toFolder(folder) : toServer(server);
}

export interface MailLimits {
  connectWithinMs: number;
  /** From the connection until the server has all data. If this is cut off, nothing is delivered. */
  takeWithinMs: number;
  /** From the end of the data until the server has answered. If this is cut off, the mail may be delivered twice. */
  answerWithinMs: number;
}

/** Servers often scan a mail for minutes before they answer. RFC 5321 says to wait 10 minutes. */
const LIMITS: MailLimits = { connectWithinMs: 10_000, takeWithinMs: 60_000, answerWithinMs: 10 * 60_000 };
/** What a template names is data, never a file or a page to read. */
const DATA_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** One connection for each mail, so that a connection that hangs delays no other mail. */
export function toServer(server: SmtpServer, limits = LIMITS): MailTransport {
  return async (_, message, signal) => {
    const limit = new AbortController();
    const abortIn = (ms: number) => setTimeout(() => limit.abort(new Error('The mail server is too slow')), ms);
    let timer = abortIn(limits.takeWithinMs);
    const transport = createTransport(connectionOptions(server, limits));
    transport.use('stream', ({ message: mail }, done) => {
      mail?.processFunc((data) =>
        data.once('end', () => {
          clearTimeout(timer);
          timer = abortIn(limits.answerWithinMs);
        }),
      );
      done();
    });
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.any([signal, limit.signal]) });
    } finally {
      clearTimeout(timer);
    }
  };
}

export function connectionOptions({ host, port, isSecure, starttls, login }: SmtpServer, limits: MailLimits) {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'off',
    ...(login && { auth: login }),
    connectionTimeout: limits.connectWithinMs,
    dnsTimeout: limits.connectWithinMs,
    greetingTimeout: limits.connectWithinMs,
    socketTimeout: limits.answerWithinMs,
    ...DATA_ONLY,
  };
}

/** A repeated mail overwrites its file. A reader never sees half a file. */
function toFolder(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...DATA_ONLY });
  return async (mailId, message, signal) => {
    const { message: bytes } = await composer.sendMail({ ...message, signal });
    if (!Buffer.isBuffer(bytes)) throw new Error('The composed mail is no buffer');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = path.join(folder, `.${mailId}.part`);
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path.join(folder, `${mailId}.eml`));
  };
}
