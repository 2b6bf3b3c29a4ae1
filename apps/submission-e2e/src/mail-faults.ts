import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

export function describeRefusals(mail: MailStack): void {
  it('stops for an address that bounces', async () => {
    const party = await MailParty.begin(mail.stack);
    mail.server.behave(party.email, { refusesRecipient: `550 5.1.1 <${party.email}> is unknown` });
    const bounced = await party.endedRow(await party.add('review_failed'));
    expect(bounced).toMatchObject({ outcome: 'bounced', attempts: 1 });
    expect(bounced.failure).not.toContain(party.email);
    mail.server.behave(party.email, {});
    expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ failure: 'bounced before' });
    expect(mail.server.to(party.email)).toEqual([]);
  });

  it.each([
    { name: 'defers the recipient', behavior: { refusesRecipient: '450 4.2.1 later' } },
    { name: 'says that the mailbox is full', behavior: { refusesRecipient: '552 5.2.2 full' } },
    { name: 'refuses our server', behavior: { refusesRecipient: '550 5.7.1 blocked' } },
    { name: 'defers the message', behavior: { refusesData: '451 later' } },
    { name: 'takes the message and dies without an answer', behavior: { dies: true } },
  ])('tries again when the server $name', async ({ behavior }) => {
    const party = await MailParty.begin(mail.stack);
    mail.server.behave(party.email, behavior);
    const id = await party.add('review_failed');
    expect(await party.failedOnce(id)).toMatchObject({ outcome: null, attempts: 1 });
    mail.server.behave(party.email, {});
    await party.letTimePass(id);
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
    const copies = mail.server.to(party.email).map(({ parsed }) => [parsed.messageId, parsed.date]);
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
  });

  it('gives up a mail that the server refuses, and one that failed for a day', async () => {
    const party = await MailParty.begin(mail.stack);
    mail.server.behave(party.email, { refusesData: '554 5.6.0 not this' });
    expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ outcome: 'failed', attempts: 1 });
    mail.server.behave(party.email, { refusesData: '451 later' });
    const id = await party.add('review_failed');
    await party.failedOnce(id);
    await mail.stack.query(
      'submission',
      'UPDATE mail_outbox SET attempts = 11, next_attempt_at = now() WHERE id = $1',
      [id],
    );
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'failed', attempts: 12 });
  });
}

export function describeUnusableServers(mail: MailStack): void {
  let listener: Server;

  afterEach(() => listener.close());

  it.each([
    { name: 'refuses connections', greets: null },
    { name: 'greets and dies', greets: '220 hello\r\n' },
    { name: 'says that it is not there', greets: '554 no service\r\n' },
  ])('waits while the server $name', async ({ greets }) => {
    listener = createServer((socket) => {
      socket.on('error', () => undefined);
      if (greets !== null) socket.end(greets);
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    if (greets === null) await new Promise((resolve) => listener.close(resolve));
    await mail.pauseWorker();
    const worker = await mail.startWorker(`smtp://127.0.0.1:${port}`);
    const party = await MailParty.begin(mail.stack);
    const id = await party.add('review_failed');
    expect(await party.failedOnce(id)).toMatchObject({ outcome: null, attempts: 1 });
    await worker.kill(mail.stack);
    await mail.resumeWorker();
    await party.letTimePass(id);
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent' });
  });
}
