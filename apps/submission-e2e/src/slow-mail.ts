import { callApi, waitUntil } from '@shipyard/testing';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

/** As many as a worker sends at once. */
const SLOTS = 32;

/** Resolves when the server has all data of so many mails. It answers when `answer` is called. */
async function holdMails(mail: MailStack, count: number) {
  const party = await MailParty.begin(mail.stack);
  await party.setState('recommended');
  await party.setAccount(`roles = '{participant,reviewer}'`);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  mail.server.behave(party.email, { beforeAnswer: () => answered });
  const ids = await Promise.all(Array.from({ length: count }, () => party.add('staff_digest')));
  await waitUntil(
    () => Promise.resolve(copiesTo(mail, party, ids).length),
    (received) => received >= count,
  );
  return { party, ids, answer };
}

const messageIdOf = (id: string) => `<${id}@shipyard.example>`;

/** Staff also get the digest of the day, at any moment. */
const copiesTo = (mail: MailStack, { email }: MailParty, ids: readonly string[]) =>
  mail.server
    .to(email)
    .map(({ parsed }) => String(parsed.messageId))
    .filter((messageId) => ids.map(messageIdOf).includes(messageId));

export function describeSlowMail(mail: MailStack): void {
  it('delivers one copy of each mail, and others meanwhile', async () => {
    const { party, ids, answer } = await holdMails(mail, SLOTS - 1);
    const other = await MailParty.begin(mail.stack);
    expect(await other.endedRow(await other.add('review_failed'))).toMatchObject({ outcome: 'sent' });
    answer();
    for (const id of ids) expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    expect(copiesTo(mail, party, ids).sort()).toEqual(ids.map(messageIdOf).sort());
  });

  it('sends security mail while all slots of other mail wait', async () => {
    const { party, ids, answer } = await holdMails(mail, SLOTS);
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
}

export function describeHungMail(mail: MailStack): void {
  it('sends other mails while the server hangs for some, and a worker that stops cuts those off and sends them again', async () => {
    await mail.pauseWorker();
    const worker = await mail.startWorker();
    const hung = await Promise.all(Array.from({ length: 4 }, () => MailParty.begin(mail.stack)));
    for (const { email } of hung) mail.server.behave(email, { hangs: true });
    for (const party of hung) await party.add('review_failed');
    await waitUntil(
      () => Promise.resolve(mail.server.arrived),
      (arrived) => hung.every(({ email }) => arrived.includes(email)),
    );
    const unanswered = await holdMails(mail, 1);
    const party = await MailParty.begin(mail.stack);
    expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ outcome: 'sent' });
    const exit = worker.exit();
    worker.signal('SIGTERM');
    expect(await exit).toBe(0);
    for (const { email } of hung) mail.server.behave(email, {});
    unanswered.answer();
    const [id = ''] = unanswered.ids;
    expect(await unanswered.party.row(id)).toMatchObject({ outcome: null, attempts: 1, failure: 'EABORT' });
    await mail.resumeWorker();
    for (const each of hung) for (const row of await each.rows()) await each.letTimePass(row.id);
    await unanswered.party.letTimePass(id);
    for (const each of hung) {
      expect(await each.ended()).toMatchObject([{ outcome: 'sent', attempts: 2 }]);
      expect(mail.server.to(each.email)).toHaveLength(1);
    }
    expect(await unanswered.party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
    // The server had taken it, so it arrives twice, with the same Message-ID.
    expect(copiesTo(mail, unanswered.party, unanswered.ids)).toEqual([messageIdOf(id), messageIdOf(id)]);
  });
}
