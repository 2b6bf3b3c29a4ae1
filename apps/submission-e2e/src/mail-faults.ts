import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { MailParty } from './mail-party';
import type { MailStack } from './mail-stack';

const FOR_NOW = [
  { refusesRecipient: '450 4.2.1 later' },
  { refusesRecipient: '552 5.2.2 full' },
  { refusesRecipient: '550 5.7.1 blocked' },
  { refusesData: '451 later' },
  { dies: true },
];

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

  it('tries again when the server refuses for now, or takes the message and dies without an answer', async () => {
    const tried = FOR_NOW.map(async (behavior) => {
      const party = await MailParty.begin(mail.stack);
      mail.server.behave(party.email, behavior);
      const id = await party.add('review_failed');
      const first = await party.failedOnce(id);
      mail.server.behave(party.email, {});
      await party.letTimePass(id);
      const second = await party.endedRow(id);
      const copies = mail.server.to(party.email).map(({ parsed }) => JSON.stringify([parsed.messageId, parsed.date]));
      const outcomes = [first, second].map(({ outcome, attempts }) => [outcome, attempts]);
      return { behavior, outcomes, differentCopies: new Set(copies).size };
    });
    const expected = FOR_NOW.map((behavior) => ({
      behavior,
      outcomes: [
        [null, 1],
        ['sent', 2],
      ],
      differentCopies: 1,
    }));
    expect(await Promise.all(tried)).toEqual(expected);
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

const UNUSABLE = [
  { name: 'refuses connections', greets: null },
  { name: 'greets and dies', greets: '220 hello\r\n' },
  { name: 'says that it is not there', greets: '554 no service\r\n' },
];

async function startUnusable(greets: string | null): Promise<{ url: string; listener: Server }> {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greets !== null) socket.end(greets);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  if (greets === null) await new Promise((resolve) => listener.close(resolve));
  return { url: `smtp://127.0.0.1:${port}`, listener };
}

export function describeUnusableServers(mail: MailStack): void {
  it('waits while the server refuses connections, greets and dies, or says that it is not there', async () => {
    const waiting: { name: string; party: MailParty; id: string }[] = [];
    await mail.pauseWorker();
    for (const { name, greets } of UNUSABLE) {
      const { url, listener } = await startUnusable(greets);
      const worker = await mail.startWorker(url);
      const party = await MailParty.begin(mail.stack);
      const id = await party.add('review_failed');
      const { outcome, attempts } = await party.failedOnce(id);
      expect({ name, outcome, attempts }).toEqual({ name, outcome: null, attempts: 1 });
      await worker.kill(mail.stack);
      listener.close();
      waiting.push({ name, party, id });
    }
    await mail.resumeWorker();
    await Promise.all(waiting.map(({ party, id }) => party.letTimePass(id)));
    for (const { name, party, id } of waiting) {
      const { outcome } = await party.endedRow(id);
      expect({ name, outcome }).toEqual({ name, outcome: 'sent' });
    }
  });
}
