import type { SendMailOptions } from 'nodemailer';

export type MailMessage = SendMailOptions & { messageId: string };

interface MailFacts {
  id: string;
  createdAt: Date;
  locale: string;
  from: { name: string; address: string };
  /** The address of the reader. */
  to: string;
}

/** What every mail says of itself. A name of the reader is never in it. */
export function mailEnvelope({ id, createdAt, locale, from, to }: MailFacts) {
  return {
    from,
    to: { name: '', address: to },
    // The same for each attempt, so that the reader's mail program can recognize a second copy.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
  } satisfies MailMessage;
}
