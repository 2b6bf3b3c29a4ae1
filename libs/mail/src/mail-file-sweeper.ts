import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { MailSender } from './mail-sender';

const MAIL_FILE = /^\.?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:eml|part)$/;

/** Deletes files of mails whose rows are gone: their reader was deleted, or they ended long ago. */
export async function deleteMailFiles(dataSource: DataSource, folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.flatMap((name) => {
    const mailId = MAIL_FILE.exec(name)?.[1];
    return mailId === undefined ? [] : [{ name, mailId }];
  });
  if (files.length === 0) return;
  const rows = await dataSource.query<{ id: string }[]>('SELECT id FROM mail_outbox WHERE id = ANY ($1::uuid[])', [
    files.map(({ mailId }) => mailId),
  ]);
  const present = new Set(rows.map(({ id }) => id));
  for (const { name, mailId } of files) if (!present.has(mailId)) await rm(path.join(folder, name), { force: true });
}

export const mailFileSweeper = sweeper({
  name: 'files of mails without a row',
  everyMs: 10_000,
  inject: [DataSource, MailSender],
  sweep: (dataSource, sender) => deleteMailFiles(dataSource, sender.folder),
});
