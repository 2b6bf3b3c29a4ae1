import { callApi, waitUntil } from '@shipyard/testing';
import { InterviewParty } from './interview-party';
import { describeRefusals, describeUnusableServers } from './mail-faults';
import { describeMailKills } from './mail-kills';
import { MailParty } from './mail-party';
import { MailStack } from './mail-stack';
import { Participant } from './participant';
import { describeHungMail, describeSlowMail } from './slow-mail';

/** The kinds about a project, a state in which each is true, and the page of the project that each leads to. */
const PROJECT_KINDS = [
  { kind: 'review_done', state: 'recommended', section: 'interview' },
  { kind: 'review_done', state: 'changes_requested', section: 'review' },
  { kind: 'review_failed', state: 'draft', section: 'review' },
  { kind: 'changes_requested', state: 'changes_requested', section: 'review' },
  { kind: 'rejected', state: 'rejected', section: 'review' },
  { kind: 'approved', state: 'approved_to_ship', section: 'shipping' },
  { kind: 'shipped', state: 'shipped', section: 'shipping' },
  { kind: 'reship', state: 'approved_to_ship', section: 'shipping' },
  { kind: 'address_reminder', state: 'approved_to_ship', section: 'shipping' },
];

describe('mail', () => {
  const mail = new MailStack();

  beforeAll(() => mail.start());

  afterEach(() => mail.reset());

  afterAll(() => mail.stop());

  const staff = (role: 'reviewer' | 'fulfilment' | 'admin') =>
    new Participant(
      mail.stack.credentials.submission_url,
      mail.stack.credentials.staff[role],
      mail.stack.credentials.program_id,
    );

  async function setShipped(party: MailParty): Promise<void> {
    await mail.stack.query('submission', `UPDATE projects SET state = 'shipped', shipped_at = now() WHERE id = $1`, [
      party.projectId,
    ]);
  }

  describe('to the maker of a project', () => {
    const rows = ['en', 'zh-CN'].flatMap((locale) => PROJECT_KINDS.map((row) => ({ ...row, locale })));
    const told = new Map<string, { party: MailParty; id: string }>();

    // Sent together, because each mail waits for the next look of the worker.
    beforeAll(async () => {
      await Promise.all(
        rows.map(async (row) => {
          const party = await MailParty.begin(mail.stack, { locale: row.locale });
          await (row.state === 'shipped' ? setShipped(party) : party.setState(row.state));
          told.set(JSON.stringify(row), { party, id: await party.add(row.kind) });
        }),
      );
    });

    it.each(rows)('tells $kind in $state, in $locale, readable as text and as HTML', async (row) => {
      const { locale, section } = row;
      const added = told.get(JSON.stringify(row));
      if (!added) throw new Error('The mail was not added');
      const { party, id } = added;
      expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
      const [received, ...more] = mail.server.to(party.email);
      expect(more).toEqual([]);
      const { parsed, raw } = received ?? { parsed: undefined, raw: '' };
      expect(parsed?.messageId).toBe(`<${id}@shipyard.example>`);
      expect(parsed?.from?.text).toBe('"Shipyard" <mail@shipyard.example>');
      expect([parsed?.to].flat().map((to) => to?.text)).toEqual([party.email]);
      const project = await party.participant.status(party.slug).then(({ project: { name } }) => name);
      for (const body of [parsed?.text, String(parsed?.html)]) expect(body).toContain(project);
      expect(String(parsed?.html)).toContain(`<bdi>${project}</bdi>`);
      expect(/\p{Script=Han}/u.test(parsed?.subject ?? '')).toBe(locale === 'zh-CN');
      const page = `${mail.stack.submissionUrl}/studio/projects/${party.slug}/${section}`;
      for (const body of [parsed?.text, String(parsed?.html)]) expect(body).toContain(page);
      for (const personal of [project, party.slug, 'New Comer', party.email.split('@')[0] ?? ''])
        expect(parsed?.subject).not.toContain(personal);
      expect(raw.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line))).toBe(true);
    });

    it('carries one-click opt-out', async () => {
      const party = await MailParty.begin(mail.stack);
      await party.setState('rejected');
      await party.endedRow(await party.add('rejected'));
      const { headers } = mail.server.to(party.email)[0]?.parsed ?? { headers: new Map<string, unknown>() };
      expect(mail.server.to(party.email)[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      expect(mail.server.to(party.email)[0]?.raw.replace(/\r\n[ \t]/g, '')).toMatch(
        new RegExp(
          `List-Unsubscribe: ?<${mail.stack.submissionUrl}/unsubscribe\\?token=${party.accountId}\\.test\\.[\\w-]{43}>`,
        ),
      );
      expect(headers.get('auto-submitted')).toBe('auto-generated');
    });

    it('follows each decision of staff, in the transaction of the move', async () => {
      const party = await MailParty.begin(mail.stack);
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
      const texts = mail.server.to(party.email).map(({ parsed }) => parsed.text ?? '');
      expect(texts[0]).toContain('> Say how it was calibrated.');
      expect(texts[1]).toContain('Maker kit');
      expect(texts[2]).toContain('Carrier: DHL\nTracking: JD014600');
      expect(texts[3]).toContain('> Nobody was at home.');
      expect(texts[4]).toContain('> It is a copy.');
      expect(texts.join('\n')).not.toMatch(/Hauptstr|1234567/);
      expect(JSON.stringify(await mail.stack.query('submission', 'SELECT * FROM mail_outbox'))).not.toContain(
        party.email,
      );
    });

    it('asks for no address in a program that sends no parcel', async () => {
      const party = await MailParty.begin(mail.stack);
      const prize = { name: 'A day at our workshop', hardware: false };
      const program = { id: `workshop-${party.slug}`, name: 'Workshop', prize };
      expect((await staff('admin').call('POST', '/admin/programs', { json: program })).status).toBe(201);
      await mail.stack.query('submission', 'UPDATE projects SET program_id = $2 WHERE id = $1', [
        party.projectId,
        program.id,
      ]);
      await party.setState('recommended');
      await staff('reviewer').call('POST', `/admin/projects/${party.slug}/approve`);
      expect(await party.ended()).toMatchObject([{ kind: 'approved', outcome: 'sent' }]);
      const { subject, text } = mail.server.to(party.email)[0]?.parsed ?? {};
      expect(subject).toBe('Your project is approved');
      expect(text).toContain('Your prize: A day at our workshop.');
      expect(text).toContain(`/studio/projects/${party.slug}/review`);
      expect(text).not.toMatch(/Send address|parent or guardian/);
    });

    it('follows a review', async () => {
      const party = await MailParty.begin(mail.stack);
      await party.participant.call('POST', `/projects/${party.slug}/review/request`);
      expect(await party.ended()).toMatchObject([{ kind: 'review_done', outcome: 'sent' }]);
      expect(mail.server.to(party.email)[0]?.parsed.text).toContain('suggests changes');
    });

    it('says that the time for an interview is over, once', async () => {
      const party = await MailParty.begin(mail.stack);
      await party.setState('recommended');
      const interview = await InterviewParty.begin(
        mail.stack.credentials.submission_url,
        party.participant,
        party.slug,
      );
      await mail.stack.query('submission', `UPDATE interviews SET session_expires_at = now() WHERE id = $1`, [
        interview.id,
      ]);
      expect(await party.ended()).toMatchObject([{ kind: 'interview_expired', outcome: 'sent' }]);
      expect(mail.server.to(party.email)).toHaveLength(1);
    });
  });

  describe('about signing in', () => {
    it.each([
      { locale: 'en', confirm: 'Confirm your email address', reset: 'Set a new password' },
      { locale: 'zh-CN', confirm: '确认你的邮箱地址', reset: '设置新密码' },
    ])('reaches an address that is not confirmed and an account that opted out, in $locale', async (row) => {
      const party = await MailParty.begin(mail.stack, { confirmed: false, locale: row.locale });
      await party.setAccount('mail_opt_out = true');
      const { submission_url: url } = mail.stack.credentials;
      await party.participant.call('POST', '/accounts/me/confirm-request');
      await callApi(url, 'POST', '/accounts/reset-request', { json: { email: party.email } });
      const mails = await waitUntil(
        () => Promise.resolve(mail.server.received.filter(({ to }) => to === party.email)),
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
    const party = await MailParty.begin(mail.stack);
    await party.setState('recommended');
    await party.setAccount(`roles = '{participant,reviewer}'`);
    const id = await party.add('staff_digest');
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent' });
    expect(mail.server.to(party.email)[0]?.parsed.text).toMatch(/Recommended: [1-9]\d* project/);
    await party.setAccount(`roles = '{participant}'`);
    expect(await party.endedRow(await party.add('staff_digest'))).toMatchObject({
      outcome: 'dropped',
      failure: 'nothing waits',
    });
  });

  it('tells an admin of a role of staff, also one who opted out, has not confirmed the address or has just lost the role', async () => {
    const party = await MailParty.begin(mail.stack, { confirmed: false });
    await party.setAccount(`roles = '{participant,admin}', mail_opt_out = true`);
    const { email, accountId: account_id } = await MailParty.begin(mail.stack);
    const change = { account_id, changed_by: party.accountId, roles: 'fulfilment' };
    const id = await party.add('role_granted', { ...change, change: 'granted' });
    expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent' });
    const { parsed, raw = '' } = mail.server.to(party.email)[0] ?? {};
    expect(parsed?.subject).toBe('A staff role was granted');
    expect(parsed?.text).toContain(`gave ${email.split('@')[0]} a role of staff`);
    expect(parsed?.text).toContain('Role: fulfilment');
    expect(raw).not.toMatch(/^List-Unsubscribe/im);
    await party.setAccount(`roles = '{participant}', suspended_at = now()`);
    const later = await party.add('role_granted', { ...change, change: 'suspended' });
    expect(await party.endedRow(later)).toMatchObject({ outcome: 'sent' });
    expect(mail.server.to(party.email).at(-1)?.parsed.subject).toBe('A member of staff was suspended');
  });

  describe('is not sent', () => {
    it('to an account that is not confirmed, opted out, is suspended, or bounced before', async () => {
      const rows = [
        { account: 'email_confirmed_at = NULL', failure: 'not confirmed' },
        { account: 'mail_opt_out = true', failure: 'opted out' },
        { account: 'suspended_at = now()', failure: 'suspended' },
        { account: 'mail_bounced_at = now()', failure: 'bounced before' },
      ];
      const dropped = rows.map(async ({ account }) => {
        const party = await MailParty.begin(mail.stack);
        await party.setAccount(account);
        const { outcome, failure } = await party.endedRow(await party.add('review_failed'));
        expect(mail.server.to(party.email)).toEqual([]);
        return { account, outcome, failure };
      });
      expect(await Promise.all(dropped)).toEqual(rows.map((row) => ({ ...row, outcome: 'dropped' })));
    });

    it('if its reason is gone, or a later mail says more', async () => {
      const party = await MailParty.begin(mail.stack);
      const gone = await party.add('approved', { state: 'approved_to_ship' });
      expect(await party.endedRow(gone)).toMatchObject({ outcome: 'dropped', failure: 'no longer true' });
      mail.server.behave(party.email, { refusesData: '451 later' });
      const first = await party.add('review_failed');
      await party.failedOnce(first);
      mail.server.behave(party.email, {});
      const second = await party.add('review_failed');
      await party.letTimePass(first);
      expect(await party.endedRow(first)).toMatchObject({ outcome: 'dropped', failure: 'superseded' });
      expect(await party.endedRow(second)).toMatchObject({ outcome: 'sent' });
    });
  });

  describe('from a server with faults', () => {
    describeRefusals(mail);
    describeHungMail(mail);
    describe('that cannot be used at all', () => describeUnusableServers(mail));
  });

  describe('from a slow server', () => describeSlowMail(mail));

  describe('survives kill -9 of the worker', () => describeMailKills(mail));

  it('is sent once by two workers, and deleted 30 days after it ended', async () => {
    const party = await MailParty.begin(mail.stack);
    const [old, recent] = [await party.add('review_failed'), await party.add('review_failed')];
    await Promise.all([party.endedRow(old), party.endedRow(recent)]);
    await mail.stack.query('submission', `UPDATE mail_outbox SET ended_at = now() - interval '31 days' WHERE id = $1`, [
      old,
    ]);
    // A worker that starts sweeps at once.
    await mail.startWorker();
    await waitUntil(
      () => party.rows(),
      (rows) => rows.length === 1,
    );
    expect(await party.rows()).toMatchObject([{ id: recent }]);

    await party.setState('recommended');
    await party.setAccount(`roles = '{participant,reviewer}'`);
    const ids = await Promise.all(Array.from({ length: 20 }, () => party.add('staff_digest')));
    for (const id of ids) expect(await party.endedRow(id)).toMatchObject({ outcome: 'sent', attempts: 1 });
    const copies = mail.server.to(party.email).map(({ parsed }) => parsed.messageId);
    for (const id of ids) expect(copies.filter((copy) => copy?.includes(id))).toHaveLength(1);
  });
});
