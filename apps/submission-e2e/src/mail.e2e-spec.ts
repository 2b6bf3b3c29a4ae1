import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { callApi, ServiceReplica, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { InterviewParty } from './interview-party';
import { MailParty } from './mail-party';
import { MailServer } from './mail-server';
import { Participant } from './participant';

const MAIL_FROM = 'Shipyard <mail@shipyard.example>';
/** The kinds about a project, and a state in which each is true. */
const PROJECT_KINDS = [
  { kind: 'review_done', state: 'recommended' },
  { kind: 'review_done', state: 'changes_requested' },
  { kind: 'review_failed', state: 'draft' },
  { kind: 'changes_requested', state: 'changes_requested' },
  { kind: 'rejected', state: 'rejected' },
  { kind: 'approved', state: 'approved_to_ship' },
  { kind: 'shipped', state: 'shipped' },
  { kind: 'reship', state: 'approved_to_ship' },
];

describe('mail', () => {
  let stack: TestStack;
  let server: MailServer;
  let isPaused = false;

  beforeAll(async () => {
    server = await MailServer.start();
    stack = await startTestStack({
      environment: { SMTP_URL: server.url, MAIL_FROM },
      starts: ['submission', 'submissionWorker', 'gateway'],
    });
  });

  afterEach(async () => {
    ServiceReplica.endAll();
    if (isPaused) await resumeWorker();
  });

  afterAll(async () => {
    await stack.stop();
    await server.stop();
  });

  async function pauseWorker(): Promise<void> {
    isPaused = true;
    await stack.processes.submissionWorker.pause();
  }

  async function resumeWorker(): Promise<void> {
    await stack.processes.submissionWorker.resume();
    isPaused = false;
  }

  const staff = (role: 'reviewer' | 'fulfilment' | 'admin') =>
    new Participant(stack.credentials.submission_url, stack.credentials.staff[role], stack.credentials.program_id);

  async function setShipped(party: MailParty): Promise<void> {
    await stack.query('submission', `UPDATE projects SET state = 'shipped', shipped_at = now() WHERE id = $1`, [
      party.projectId,
    ]);
  }

  describe('to the maker of a project', () => {
    it.each(['en', 'zh-CN'].flatMap((locale) => PROJECT_KINDS.map((row) => ({ ...row, locale }))))(
      'tells $kind in $state, in $locale, readable as text and as HTML',
      async ({ kind, state, locale }) => {
        const party = await MailParty.begin(stack, { locale });
        await (state === 'shipped' ? setShipped(party) : party.setState(state));
        const id = await party.add(kind);
        expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
        const [mail, ...more] = server.to(party.email);
        expect(more).toEqual([]);
        const { parsed, raw } = mail ?? { parsed: undefined, raw: '' };
        expect(parsed?.messageId).toBe(`<${id}@shipyard.example>`);
        expect(parsed?.from?.text).toBe('"Shipyard" <mail@shipyard.example>');
        expect([parsed?.to].flat().map((to) => to?.text)).toEqual([party.email]);
        const project = await party.participant.status(party.slug).then(({ project: { name } }) => name);
        for (const body of [parsed?.text, String(parsed?.html)]) expect(body).toContain(project);
        expect(String(parsed?.html)).toContain(`<bdi>${project}</bdi>`);
        expect(/\p{Script=Han}/u.test(parsed?.subject ?? '')).toBe(locale === 'zh-CN');
        for (const personal of [project, party.slug, 'New Comer', party.email.split('@')[0] ?? ''])
          expect(parsed?.subject).not.toContain(personal);
        expect(raw.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line))).toBe(true);
      },
    );

    it('carries one-click opt-out', async () => {
      const party = await MailParty.begin(stack);
      await party.setState('rejected');
      await party.endedRow(await party.add('rejected'));
      const { headers } = server.to(party.email)[0]?.parsed ?? { headers: new Map<string, unknown>() };
      expect(server.to(party.email)[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      expect(server.to(party.email)[0]?.raw.replace(/\r\n[ \t]/g, '')).toMatch(
        new RegExp(
          `List-Unsubscribe: ?<${stack.submissionUrl}/unsubscribe\\?token=${party.accountId}\\.test\\.[\\w-]{43}>`,
        ),
      );
      expect(headers.get('auto-submitted')).toBe('auto-generated');
    });

    it('follows each decision of staff, in the transaction of the move', async () => {
      const party = await MailParty.begin(stack);
      const decide = async (role: 'reviewer' | 'fulfilment', action: string, json: Record<string, string> = {}) => {
        const { status } = await staff(role).call('POST', `/admin/projects/${party.slug}/${action}`, { json });
        expect(status).toBe(200);
        return party.ended();
      };
      await party.setState('recommended');
      await decide('reviewer', 'request-changes', { reason: 'Say how it was calibrated.' });
      await party.setState('recommended');
      await decide('reviewer', 'approve');
      await party.participant.call('POST', `/projects/${party.slug}/shipment`, {
        json: {
          recipient_name: 'Ada Weber',
          recipient_phone: '+49 30 1234567',
          recipient_address: 'Hauptstr. 1, 10827 Berlin',
          guardian_confirmed: true,
        },
      });
      await decide('fulfilment', 'ship', { carrier: 'DHL', tracking: 'JD014600' });
      await decide('fulfilment', 'reship', { reason: 'Nobody was at home.' });
      const rows = await decide('reviewer', 'reject', { reason: 'It is a copy.' });
      expect(rows.map(({ kind, outcome }) => [kind, outcome])).toEqual(
        ['changes_requested', 'approved', 'shipped', 'reship', 'rejected'].map((kind) => [kind, 'sent']),
      );
      const texts = server.to(party.email).map(({ parsed }) => parsed.text ?? '');
      expect(texts[0]).toContain('> Say how it was calibrated.');
      expect(texts[1]).toContain('Maker kit');
      expect(texts[2]).toContain('Carrier: DHL\nTracking: JD014600');
      expect(texts[3]).toContain('> Nobody was at home.');
      expect(texts[4]).toContain('> It is a copy.');
      expect(texts.join('\n')).not.toMatch(/Hauptstr|1234567/);
      expect(JSON.stringify(await stack.query('submission', 'SELECT * FROM mail_outbox'))).not.toContain(party.email);
    });

    it('follows a review', async () => {
      const party = await MailParty.begin(stack);
      await party.participant.call('POST', `/projects/${party.slug}/review/request`);
      expect(await party.ended()).toMatchObject([{ kind: 'review_done', outcome: 'sent' }]);
      expect(server.to(party.email)[0]?.parsed.text).toContain('suggests changes');
    });

    it('says that the time for an interview is over, once', async () => {
      const party = await MailParty.begin(stack);
      await party.setState('recommended');
      const interview = await InterviewParty.begin(stack.credentials.submission_url, party.participant, party.slug);
      await stack.query('submission', `UPDATE interviews SET session_expires_at = now() WHERE id = $1`, [interview.id]);
      expect(await party.ended()).toMatchObject([{ kind: 'interview_expired', outcome: 'sent' }]);
      expect(server.to(party.email)).toHaveLength(1);
    });
  });

  describe('about signing in', () => {
    it.each([
      { locale: 'en', confirm: 'Confirm your email address', reset: 'Set a new password' },
      { locale: 'zh-CN', confirm: '确认你的邮箱地址', reset: '设置新密码' },
    ])('reaches an address that is not confirmed and an account that opted out, in $locale', async (row) => {
      const party = await MailParty.begin(stack, { confirmed: false, locale: row.locale });
      await party.setAccount('mail_opt_out = true');
      const { submission_url: url } = stack.credentials;
      await party.participant.call('POST', '/accounts/me/confirm-request');
      await callApi(url, 'POST', '/accounts/reset-request', { json: { email: party.email } });
      const mails = await waitUntil(
        () => Promise.resolve(server.received.filter(({ to }) => to === party.email)),
        (received) =>
          [row.confirm, row.reset].every((subject) => received.some(({ parsed }) => parsed.subject === subject)),
      );
      for (const { parsed, raw } of mails) {
        expect(raw).not.toMatch(/^List-Unsubscribe/im);
        expect(parsed.text).toMatch(/https?:\/\/\S+\/(?:confirm|reset)\S+/);
        // Anybody can register the address of a stranger, with a name that is a message to them.
        expect(`${parsed.text} ${String(parsed.html)}`).not.toContain('New Comer');
      }
    });
  });

  it('tells staff once what waits for their roles', async () => {
    const party = await MailParty.begin(stack);
    await party.setState('recommended');
    await party.setAccount(`roles = '{participant,reviewer}'`);
    const id = await party.add('staff_digest');
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent' });
    expect(server.to(party.email)[0]?.parsed.text).toMatch(/Recommended: [1-9]\d* project/);
    await party.setAccount(`roles = '{participant}'`);
    expect(await party.endedRow(await party.add('staff_digest'))).toMatchObject({
      outcome: 'dropped',
      failure: 'nothing waits',
    });
  });

  describe('is not sent', () => {
    it.each([
      { account: 'email_confirmed_at = NULL', failure: 'not confirmed' },
      { account: 'mail_opt_out = true', failure: 'opted out' },
      { account: 'suspended_at = now()', failure: 'suspended' },
      { account: 'mail_bounced_at = now()', failure: 'bounced before' },
    ])('to an account with $account', async ({ account, failure }) => {
      const party = await MailParty.begin(stack);
      await party.setAccount(account);
      expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ outcome: 'dropped', failure });
      expect(server.to(party.email)).toEqual([]);
    });

    it('if its reason is gone, or a later mail says more', async () => {
      const party = await MailParty.begin(stack);
      const gone = await party.add('approved', { state: 'approved_to_ship' });
      expect(await party.endedRow(gone)).toMatchObject({ outcome: 'dropped', failure: 'no longer true' });
      server.behave(party.email, { refusesData: '451 later' });
      const first = await party.add('review_failed');
      await party.failedOnce(first);
      server.behave(party.email, {});
      const second = await party.add('review_failed');
      await party.letTimePass(first);
      expect(await party.endedRow(first)).toMatchObject({ outcome: 'dropped', failure: 'superseded' });
      expect(await party.endedRow(second)).toMatchObject({ outcome: 'sent' });
    });
  });

  describe('from a server with faults', () => {
    it('stops for an address that bounces', async () => {
      const party = await MailParty.begin(stack);
      server.behave(party.email, { refusesRecipient: `550 5.1.1 <${party.email}> is unknown` });
      const bounced = await party.endedRow(await party.add('review_failed'));
      expect(bounced).toMatchObject({ outcome: 'bounced', attempts: 1 });
      expect(bounced.failure).not.toContain(party.email);
      server.behave(party.email, {});
      expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ failure: 'bounced before' });
      expect(server.to(party.email)).toEqual([]);
    });

    it.each([
      { name: 'defers the recipient', behavior: { refusesRecipient: '450 4.2.1 later' } },
      { name: 'defers the message', behavior: { refusesData: '451 later' } },
      { name: 'takes the message and dies without an answer', behavior: { dies: true } },
    ])('tries again when the server $name', async ({ behavior }) => {
      const party = await MailParty.begin(stack);
      server.behave(party.email, behavior);
      const id = await party.add('review_failed');
      expect(await party.failedOnce(id)).toMatchObject({ outcome: null, attempts: 1 });
      server.behave(party.email, {});
      await party.letTimePass(id);
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
      const copies = server.to(party.email).map(({ parsed }) => [parsed.messageId, parsed.date]);
      expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    });

    it('gives up a mail that the server refuses, and one that failed for a day', async () => {
      const party = await MailParty.begin(stack);
      server.behave(party.email, { refusesData: '554 5.6.0 not this' });
      expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ outcome: 'failed', attempts: 1 });
      server.behave(party.email, { refusesData: '451 later' });
      const id = await party.add('review_failed');
      await party.failedOnce(id);
      await stack.query('submission', 'UPDATE mail_outbox SET attempts = 11, next_attempt_at = now() WHERE id = $1', [
        id,
      ]);
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'failed', attempts: 12 });
    });

    it('sends other mails while the server hangs for some, and the worker still ends', async () => {
      const hung = await Promise.all(Array.from({ length: 4 }, () => MailParty.begin(stack)));
      for (const { email } of hung) server.behave(email, { hangs: true });
      await pauseWorker();
      const worker = await ServiceReplica.start(stack, {
        entry: 'worker',
        environment: { SMTP_URL: server.url, MAIL_FROM },
      });
      for (const party of hung) await party.add('review_failed');
      await waitUntil(
        () => Promise.resolve(server.arrived),
        (arrived) => hung.every(({ email }) => arrived.includes(email)),
      );
      const party = await MailParty.begin(stack);
      expect(await party.endedRow(await party.add('review_failed'))).toMatchObject({ outcome: 'sent' });
      const exit = worker.exit();
      worker.signal('SIGTERM');
      expect(await exit).toBe(0);
      for (const { email } of hung) server.behave(email, {});
      await resumeWorker();
      for (const each of hung) {
        const [row] = await each.rows();
        await each.letTimePass(row?.id ?? '');
        expect(await each.ended()).toMatchObject([{ outcome: 'sent', attempts: 2 }]);
        expect(server.to(each.email)).toHaveLength(1);
      }
    });

    describe('that cannot be used at all', () => {
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
        await pauseWorker();
        const worker = await ServiceReplica.start(stack, {
          entry: 'worker',
          environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM },
        });
        const party = await MailParty.begin(stack);
        const id = await party.add('review_failed');
        expect(await party.failedOnce(id)).toMatchObject({ outcome: null, attempts: 1 });
        await worker.kill(stack);
        await resumeWorker();
        await party.letTimePass(id);
        expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent' });
      });
    });
  });

  describe('survives kill -9 of the worker', () => {
    async function killWorker(): Promise<void> {
      const restarted = stack.processes.submissionWorker.restarted();
      stack.processes.submissionWorker.kill('SIGKILL');
      await restarted;
    }

    const copiesTo = (party: MailParty) => server.to(party.email).map(({ parsed }) => [parsed.messageId, parsed.date]);

    it('before it has claimed the mail', async () => {
      const party = await MailParty.begin(stack);
      const restarted = stack.processes.submissionWorker.restarted();
      stack.processes.submissionWorker.kill('SIGKILL');
      const id = await party.add('review_failed');
      await restarted;
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
      expect(copiesTo(party)).toHaveLength(1);
    });

    it('while the server has the data and has not answered', async () => {
      const party = await MailParty.begin(stack);
      let hasData = () => {};
      const data = new Promise<void>((resolve) => (hasData = resolve));
      server.behave(party.email, { beforeAnswer: () => (hasData(), new Promise(() => undefined)) });
      const id = await party.add('review_failed');
      await data;
      await killWorker();
      server.behave(party.email, {});
      // Until the lease ends, no worker takes the mail.
      expect(await party.row(id)).toMatchObject({ outcome: null, attempts: 1 });
      await party.letTimePass(id);
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
      const [first, second, ...more] = copiesTo(party);
      expect([second, more]).toEqual([first, []]);
    });

    it('between the answer of the server and the mark', async () => {
      const party = await MailParty.begin(stack);
      const database = await stack.connect('submission');
      server.behave(party.email, {
        beforeAnswer: async () => {
          await database.query('BEGIN');
          await database.query('SELECT id FROM mail_outbox WHERE account_id = $1 FOR UPDATE', [party.accountId]);
        },
      });
      const id = await party.add('review_failed');
      await waitUntil(
        () =>
          stack.query(
            'submission',
            `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mail_outbox SET ended_at%'`,
          ),
        (waiting) => waiting.length > 0,
      );
      await killWorker();
      server.behave(party.email, {});
      // Postgres may still run the statement of the dead worker.
      await stack.query(
        'submission',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE mail_outbox SET ended_at%'`,
      );
      await database.query('ROLLBACK');
      await database.end();
      await party.letTimePass(id);
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 2 });
      const [first, second, ...more] = copiesTo(party);
      expect([second, more]).toEqual([first, []]);
    });

    it('at any moment: nothing is lost, and only what was in flight arrives twice', async () => {
      const parties = await Promise.all(Array.from({ length: 6 }, () => MailParty.begin(stack)));
      await Promise.all(parties.flatMap((party) => Array.from({ length: 5 }, () => party.add('staff_digest'))));
      // Digests without a staff role are dropped; the mails below are sent.
      const ids = await Promise.all(parties.map((party) => party.add('review_failed')));
      await killWorker();
      await killWorker();
      await stack.query('submission', 'UPDATE mail_outbox SET next_attempt_at = now() WHERE ended_at IS NULL');
      for (const [at, party] of parties.entries()) {
        expect(await party.endedRow(ids[at] ?? '')).toMatchObject({ outcome: 'sent' });
        const copies = copiesTo(party);
        expect(copies.length).toBeGreaterThan(0);
        expect(new Set(copies.map(([messageId]) => messageId)).size).toBe(1);
        expect(copies.length).toBeLessThanOrEqual((await party.row(ids[at] ?? '')).attempts);
      }
    });
  });

  it('is sent once by two workers', async () => {
    await ServiceReplica.start(stack, { entry: 'worker', environment: { SMTP_URL: server.url, MAIL_FROM } });
    const parties = await Promise.all(Array.from({ length: 20 }, () => MailParty.begin(stack)));
    const ids = await Promise.all(parties.map((party) => party.add('review_failed')));
    for (const [at, party] of parties.entries()) {
      expect(await party.endedRow(ids[at] ?? '')).toMatchObject({ outcome: 'sent', attempts: 1 });
      expect(server.to(party.email)).toHaveLength(1);
    }
  });

  it('is deleted 30 days after it ended', async () => {
    const party = await MailParty.begin(stack);
    const [old, recent] = [await party.add('review_failed'), await party.add('review_failed')];
    await Promise.all([party.endedRow(old), party.endedRow(recent)]);
    await stack.query('submission', `UPDATE mail_outbox SET ended_at = now() - interval '31 days' WHERE id = $1`, [
      old,
    ]);
    // A worker that starts sweeps at once.
    await ServiceReplica.start(stack, { entry: 'worker', environment: { SMTP_URL: server.url, MAIL_FROM } });
    await waitUntil(
      () => party.rows(),
      (rows) => rows.length === 1,
    );
    expect(await party.rows()).toMatchObject([{ id: recent }]);
  });
});
