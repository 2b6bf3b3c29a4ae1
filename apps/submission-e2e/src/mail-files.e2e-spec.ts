import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { simpleParser } from 'mailparser';
import { MailParty } from './mail-party';

describe('mail without a mail server', () => {
  const stack = sharedStack();
  const folder = path.join(stack.dataDir, 'mail');

  it('is written to a file that only this user reads, and which goes with its row', async () => {
    const party = await MailParty.begin(stack, { locale: 'zh-CN' });
    const id = await party.add('review_failed');
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    const file = path.join(folder, `${id}.eml`);
    expect([(await stat(folder)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
    const bytes = await readFile(file);
    const { to, subject, text } = await simpleParser(bytes);
    expect([[to].flat()[0]?.text, subject]).toEqual([party.email, '评审没有完成']);
    expect(text).toContain('/studio');
    expect(bytes.toString('latin1')).toMatch(/^(?:[^\r\n]*\r\n)+$/);

    await stack.query('submission', 'DELETE FROM mail_outbox WHERE id = $1', [id]);
    await waitUntil(
      () => readdir(folder),
      (names) => !names.includes(`${id}.eml`),
    );
  });
});
