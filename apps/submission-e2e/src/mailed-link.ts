import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type JoinedStack, waitUntil } from '@shipyard/testing';
import { simpleParser } from 'mailparser';

export interface MailedLink {
  to: string;
  subject: string;
  text: string;
  url: URL;
  token: string;
}

/** Reads the newest mail of this kind to the account, once all have been sent, from the folder that replaces a server. */
export async function mailedLink(
  stack: JoinedStack,
  {
    accountId,
    kind,
    count = 1,
  }: {
    accountId: string;
    kind:
      | 'confirm_email'
      | 'password_reset'
      | 'guardian_asked'
      | 'guardian_told'
      | 'email_change_old'
      | 'email_change_new';
    count?: number;
  },
): Promise<MailedLink> {
  const rows = await waitUntil(
    () =>
      stack.query(
        'submission',
        `SELECT id FROM mail_outbox WHERE account_id = $1 AND kind = $2 AND outcome IS NOT NULL ORDER BY id`,
        [accountId, kind],
      ),
    (ended) => ended.length >= count,
  );
  const file = path.join(stack.dataDir, 'mail', `${String(rows.at(-1)?.id)}.eml`);
  const mail = await simpleParser(await readFile(file));
  const to = Array.isArray(mail.to) ? '' : (mail.to?.value[0]?.address ?? '');
  const link = /https?:\/\/\S+\?token=\S+/.exec(mail.text ?? '')?.[0] ?? '';
  if (typeof mail.html !== 'string' || !mail.html.includes(link.replaceAll('&', '&amp;')))
    throw new Error('The text and the HTML of a mail have the same link');
  const url = new URL(link);
  return { to, subject: mail.subject ?? '', text: mail.text ?? '', url, token: url.searchParams.get('token') ?? '' };
}
