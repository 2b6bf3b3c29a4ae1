import type { MailFront } from './mail-front';
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

const UNUSABLE: { name: string; begin: (front: MailFront) => void }[] = [
  { name: 'refuses connections', begin: (front) => front.refuseConnections() },
  { name: 'greets and dies', begin: (front) => front.greet('220 hello\r\n') },
  { name: 'says that it is not there', begin: (front) => front.greet('554 no service\r\n') },
];

export function describeUnusableServers(mail: MailStack): void {
  it('waits while the server refuses connections, greets and dies, or says that it is not there', async () => {
    const waiting = await Promise.all(
      UNUSABLE.map(async (fault) => ({ ...fault, party: await MailParty.begin(mail.stack), id: '' })),
    );
    try {
      for (const each of waiting) {
        await mail.front.pass();
        each.begin(mail.front);
        each.id = await each.party.add('review_failed');
        const { outcome, attempts } = await each.party.failedOnce(each.id);
        expect({ name: each.name, outcome, attempts }).toEqual({ name: each.name, outcome: null, attempts: 1 });
      }
    } finally {
      await mail.front.pass();
    }
    for (const { name, party, id } of waiting) {
      await party.letTimePass(id);
      const { outcome } = await party.endedRow(id);
      expect({ name, outcome }).toEqual({ name, outcome: 'sent' });
    }
  });
}
