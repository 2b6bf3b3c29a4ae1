import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { WorkerConfig } from '../../config';
import type { SmtpServer } from './smtp-setting';

export type MailMessage = SendMailOptions & { messageId: string };

/** Sends one message, or rejects. After `signal` it rejects at once. */
export type MailTransport = (mailId: string, message: MailMessage, signal: AbortSignal) => Promise<void>;

export const mailFolder = (dataDir: string) => path.join(dataDir, 'mail');

export function openMailTransport({ SMTP_URL, DATA_DIR }: Pick<WorkerConfig, 'SMTP_URL' | 'DATA_DIR'>): MailTransport {
  return SMTP_URL === undefined ? toFolder(mailFolder(DATA_DIR)) : toServer(SMTP_URL);
}

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;
/** What a template names is data, never a file or a page to read. */
const DATA_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** One connection for each mail, so that a connection that hangs delays no other mail. */
function toServer({ host, port, isSecure, starttls, login }: SmtpServer): MailTransport {
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'off',
    ...(login && { auth: login }),
    connectionTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    ...DATA_ONLY,
  });
  return async (_, message, signal) => {
    await transport.sendMail({ ...message, signal });
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
