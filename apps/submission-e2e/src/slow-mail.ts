import { callApi, waitUntil } from '@shipyard/testing';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

/** As many as a worker sends at once. */
const SLOTS = 32;

export function describeSlowMail(mail: MailStack): void {
  /** The server has all data of these mails, and answers when `answer` is called. */
  async function holdMails(count: number): Promise<{ party: MailParty; ids: string[]; answer: () => void }> {
    const party = await MailParty.begin(mail.stack);
    await party.setState('recommended');
    await party.setAccount(`roles = '{participant,reviewer}'`);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    mail.server.behave(party.email, { beforeAnswer: () => answered });
    const ids = await Promise.all(Array.from({ length: count }, () => party.add('staff_digest')));
    await waitUntil(
      () => Promise.resolve(mail.server.to(party.email).length),
      (received) => received >= count,
    );
    return { party, ids, answer };
  }

  it('delivers one copy of each mail, and others meanwhile', async () => {
    const { party, ids, answer } = await holdMails(SLOTS - 1);
    const other = await MailParty.begin(mail.stack);
    expect(await other.endedRow(await other.add('review_failed'))).toMatchObject({ outcome: 'sent' });
    answer();
    for (const id of ids) expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    expect(mail.server.to(party.email)).toHaveLength(ids.length);
  });

  it('sends security mail while all slots of other mail wait', async () => {
    const { party, ids, answer } = await holdMails(SLOTS);
    const person = await MailParty.begin(mail.stack);
    const waiting = await person.add('review_failed');
    await callApi(mail.stack.credentials.submission_url, 'POST', '/accounts/reset-request', {
      json: { email: person.email },
    });
    const [reset] = await waitUntil(
      () => Promise.resolve(mail.server.to(person.email)),
      (received) => received.length > 0,
    );
    expect(reset?.parsed.subject).toBe('Set a new password');
    expect(await person.row(waiting)).toMatchObject({ outcome: null, attempts: 0 });
    answer();
    for (const id of [...ids, waiting]) expect((await party.endedRow(id)).outcome).toBe('sent');
  });

  it('is cut off when its worker stops, and sent again with the same Message-ID', async () => {
    await mail.pauseWorker();
    const worker = await mail.startWorker();
    const { party, ids, answer } = await holdMails(1);
    const exit = worker.exit();
    worker.signal('SIGTERM');
    expect(await exit).toBe(0);
    answer();
    const [id = ''] = ids;
    expect(await party.row(id)).toMatchObject({ outcome: null, attempts: 1, failure: 'EABORT' });
    await mail.resumeWorker();
    await party.letTimePass(id);
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
    const copies = mail.server.to(party.email).map(({ parsed }) => parsed.messageId);
    expect(copies).toEqual([`<${id}@shipyard.example>`, `<${id}@shipyard.example>`]);
  });
}
