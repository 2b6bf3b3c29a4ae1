import { createTransport } from 'nodemailer';
import { connectionOptions } from './mail-transport';
import type { SmtpServer } from './smtp-setting';

const LIMITS = { connectWithinMs: 5_000, takeWithinMs: 5_000, answerWithinMs: 5_000 };

/** Connects and logs in as for a mail, and sends none. `files`: there is no server, and mail is written to files. */
export async function checkMailServer(
  server: SmtpServer | undefined,
): Promise<'fine' | 'files' | 'login_refused' | 'unreachable'> {
  if (server === undefined) return 'files';
  const transport = createTransport(connectionOptions(server, LIMITS));
  try {
    await transport.verify();
    return 'fine';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAUTH' ? 'login_refused' : 'unreachable';
  } finally {
    transport.close();
  }
}
