import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import type { Failure, Participant, StatusView } from './participant';
import { RECIPIENT, shipmentCalls, STATES_WITHOUT_SHIPMENT } from './shipment';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('a shipment', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const {
    owner,
    other,
    minor,
    admin,
    reviewer,
    fulfilment,
    projectIn,
    submit,
    refused,
    withdraw,
    read,
    idOf,
    rowsOf,
    auditOf,
    consentsOf,
    newcomer,
  } = shipmentCalls(stack);

  describe('that is submitted', () => {
    it('returns only the state and the time', async () => {
      const slug = await projectIn('approved_to_ship');
      const answer = await submit(slug);
      expect([answer.status, answer.body]).toEqual([
        200,
        { ok: true, data: { state: 'shipment_submitted', submitted_at: TIME } },
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const status = await owner.call<StatusView & { shipment: unknown }>('GET', `/projects/${slug}/status`);
      expect(status.body.data).toMatchObject({
        state: 'shipment_submitted',
        shipment: { submitted_at: answer.body.data.submitted_at, carrier: null, tracking: null },
      });
      expect(status.text + answer.text).not.toMatch(/Orlova|901820|Hauptstr/);
      expect(await auditOf(slug)).toContainEqual({
        actor: 'owner',
        action: 'submit_shipment',
        from_state: 'approved_to_ship',
        to_state: 'shipment_submitted',
        reason: null,
      });
    });

    it('replaces the previous address', async () => {
      const slug = await projectIn('approved_to_ship');
      const first = await submit(slug);
      const [before] = await rowsOf(slug);
      const second = await submit(slug, { ...RECIPIENT, recipient_name: 'Bo Lindgren' });
      expect(second.body.data.state).toBe('shipment_submitted');
      expect(second.body.data.submitted_at >= first.body.data.submitted_at).toBe(true);
      const after = await rowsOf(slug);
      expect(after).toHaveLength(1);
      for (const column of ['wrapped_key', 'recipient']) expect(after[0]?.[column]).not.toEqual(before?.[column]);
      expect((await read(slug)).body.data.shipment.recipient_name).toBe('Bo Lindgren');
    });

    it.each(STATES_WITHOUT_SHIPMENT)('in %s is not allowed, and the answer says what is', async (state) => {
      const slug = await projectIn(state);
      const { status, body } = await refused(slug);
      expect([status, body.error, body.details]).toEqual([
        409,
        'SHIPMENT_NOT_ALLOWED',
        { state, allowed: expect.any(Array) as string[] },
      ]);
      expect(body.details?.allowed).toEqual((await owner.status(slug)).allowed);
      expect(await rowsOf(slug)).toEqual([]);
    });

    it('is the owner’s alone', async () => {
      const slug = await projectIn('approved_to_ship');
      for (const by of [other, admin, fulfilment])
        expect((await refused(slug, RECIPIENT, by)).body.error).toBe('FORBIDDEN');
      expect((await refused('nowhere')).body.error).toBe('PROJECT_NOT_FOUND');
      const bare = await callApi<Failure>(credentials.submission_url, 'POST', `/projects/${slug}/shipment`, {
        json: RECIPIENT,
      });
      expect(bare.body.error).toBe('AUTH_TOKEN_MISSING');
    });

    it('leaves one when submitted twenty times at once', async () => {
      const slug = await projectIn('approved_to_ship');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => submit(slug, { ...RECIPIENT, recipient_name: `Name ${at}` })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(await rowsOf(slug)).toHaveLength(1);
      expect((await read(slug)).body.data.shipment.recipient_name).toMatch(/^Name \d+$/);
    });

    it('is executed once under one Idempotency-Key, and not stored with the key', async () => {
      const slug = await projectIn('approved_to_ship');
      const headers = { 'idempotency-key': randomUUID() };
      const first = await submit(slug, RECIPIENT, owner, headers);
      const again = await submit(slug, RECIPIENT, owner, headers);
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
      const another = await owner.refused('POST', `/projects/${slug}/shipment`, {
        json: { ...RECIPIENT, recipient_name: 'Bo' },
        headers,
      });
      expect(another.body.error).toBe('IDEMPOTENCY_KEY_REUSED');
      const [kept] = await stack.query(
        'submission',
        'SELECT answer, fingerprint_key_id FROM idempotency_keys WHERE subject_id = $1',
        [await idOf(slug)],
      );
      expect(JSON.parse(String(kept?.answer))).toEqual(first.body);
      // The fingerprint uses a key of the ring, without which nobody can test a guess at the body.
      expect(kept?.fingerprint_key_id).toBe('test');
      expect((await auditOf(slug)).filter(({ action }) => action === 'submit_shipment')).toHaveLength(1);
    });
  });

  describe('is checked', () => {
    const long = (length: number) => '\u{1F600}'.repeat(length);

    it.each<[string, object]>([
      [
        'the longest of each, in code points',
        { recipient_name: long(100), recipient_phone: '1'.repeat(50), recipient_address: long(500) },
      ],
      [
        'names and addresses of the world',
        {
          recipient_name: 'Nguyễn Thị Ánh',
          recipient_phone: '+84 (24) 3825-1234 ext. 5',
          recipient_address: '北京市海淀区\r\n中关村大街1号',
        },
      ],
      ['the word of an adult who has none to give', { guardian_confirmed: false }],
    ])('and taken: %s', async (_, fields) => {
      const slug = await projectIn('approved_to_ship');
      expect((await submit(slug, { ...RECIPIENT, ...fields })).status).toBe(200);
    });

    it('and stored in NFC, with LF line ends', async () => {
      const slug = await projectIn('approved_to_ship');
      await submit(slug, { ...RECIPIENT, recipient_name: 'Jose\u0301', recipient_address: 'a\r\nb\rc' });
      expect((await read(slug)).body.data.shipment).toMatchObject({
        recipient_name: 'Jos\u00e9',
        recipient_address: 'a\nb\nc',
      });
    });

    it.each<[string, string, unknown]>([
      ['recipient_name', 'left out', undefined],
      ['recipient_name', 'empty', ''],
      ['recipient_name', 'blank', '   '],
      ['recipient_name', 'null', null],
      ['recipient_name', 'a number', 12345678],
      ['recipient_name', 'with 101 characters', `Secret${'x'.repeat(95)}`],
      ['recipient_name', 'with a line end', 'Secret\nWeber'],
      ['recipient_name', 'with NUL', 'Secret\0'],
      ['recipient_name', 'with half a surrogate pair', 'Secret\ud800'],
      ['recipient_phone', 'left out', undefined],
      ['recipient_phone', 'empty', ''],
      ['recipient_phone', 'with 51 characters', '9'.repeat(51)],
      ['recipient_phone', 'with a tab', '0301\t901820'],
      ['recipient_address', 'left out', undefined],
      ['recipient_address', 'of line ends', '\n\n'],
      ['recipient_address', 'with 501 characters', 'Secret'.repeat(84).slice(0, 501)],
      ['recipient_address', 'with an escape', 'Secret\u001b[2J'],
      ['recipient_address', 'a list', ['Secret']],
      ['guardian_confirmed', 'a word', 'Secret'],
      ['guardian_confirmed', 'null', null],
      ['recipient_email', 'unknown', 'Secret'],
    ])('and refused: %s %s, without its value', async (field, _, value) => {
      const slug = await projectIn('approved_to_ship');
      const answer = await refused(slug, { ...RECIPIENT, [field]: value });
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([
        400,
        'VALIDATION_FAILED',
        { fields: [{ field, message: expect.any(String) as string }] },
      ]);
      expect(answer.text).not.toMatch(/Secret|Orlova|901820|Hauptstr|9{9}|12345678/);
      expect(await rowsOf(slug)).toEqual([]);
    });

    it.each<[string, string, () => Promise<string>, object, () => Participant]>([
      [
        'its body, before its project is missing',
        'VALIDATION_FAILED',
        () => Promise.resolve('nowhere'),
        {},
        () => owner,
      ],
      ['its body, before its owner', 'VALIDATION_FAILED', () => projectIn('draft'), {}, () => other],
      ['its owner, before consent and state', 'FORBIDDEN', () => projectIn('draft'), RECIPIENT, () => minor],
      [
        'consent, before the state',
        'GUARDIAN_CONSENT_REQUIRED',
        () => projectIn('draft', minor),
        RECIPIENT,
        () => minor,
      ],
    ])('in this order: %s', async (_, code, slugOf, json, by) => {
      expect((await refused(await slugOf(), json, by())).body.error).toBe(code);
    });
  });

  describe('of a minor', () => {
    it.each<[string, object]>([
      ['left out', {}],
      ['false', { guardian_confirmed: false }],
    ])('needs the consent of a guardian: %s', async (_, fields) => {
      const slug = await projectIn('approved_to_ship', minor);
      const { status, body } = await refused(slug, { ...RECIPIENT, ...fields }, minor);
      expect([status, body.error]).toEqual([400, 'GUARDIAN_CONSENT_REQUIRED']);
      expect([await rowsOf(slug), await consentsOf(slug)]).toEqual([[], []]);
    });

    it('records the time and the text of the consent, and nothing else', async () => {
      const slug = await projectIn('approved_to_ship', minor);
      expect((await submit(slug, { ...RECIPIENT, guardian_confirmed: true }, minor)).status).toBe(200);
      const consents = await consentsOf(slug);
      expect(consents).toEqual([
        {
          id: expect.any(String) as string,
          project_id: await idOf(slug, minor),
          text_version: '2026-11',
          confirmed_at: expect.any(Date) as Date,
        },
      ]);
      expect((await read(slug)).body.data.shipment.guardian_confirmed).toBe(true);
      // The consent record outlives the shipment.
      await withdraw(slug, minor);
      expect(await consentsOf(slug)).toEqual(consents);
    });

    it('needs consent until the eighteenth birthday, and if the age is unknown', async () => {
      const bornYearsAgo = (years: number, days: number) => {
        const now = new Date();
        return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
          .toISOString()
          .slice(0, 10);
      };
      const codes: [unknown, string | undefined][] = [];
      for (const fields of [
        {},
        { birth_date: null },
        { birth_date: bornYearsAgo(18, 1) },
        { birth_date: bornYearsAgo(18, 0) },
        { birth_date: '1900-01-01' },
      ]) {
        const somebody = await newcomer(fields);
        const slug = await projectIn('approved_to_ship', somebody);
        codes.push([fields, (await refused(slug, RECIPIENT, somebody)).body.error]);
      }
      expect(codes.map(([, code]) => code)).toEqual([
        'GUARDIAN_CONSENT_REQUIRED',
        'GUARDIAN_CONSENT_REQUIRED',
        'GUARDIAN_CONSENT_REQUIRED',
        undefined,
        undefined,
      ]);
    });

    it('stores no consent of an adult', async () => {
      const slug = await projectIn('approved_to_ship');
      await submit(slug, { ...RECIPIENT, guardian_confirmed: true });
      expect(await consentsOf(slug)).toEqual([]);
    });
  });

  describe('that is read', () => {
    it('is complete for fulfilment and admins, and each read is audited', async () => {
      const slug = await projectIn('approved_to_ship');
      const { body } = await submit(slug);
      const expected = { shipment: { ...RECIPIENT, guardian_confirmed: false, submitted_at: body.data.submitted_at } };
      for (const by of [fulfilment, admin, fulfilment]) {
        const answer = await read(slug, by);
        expect([answer.status, answer.body.data, answer.headers.get('cache-control')]).toEqual([
          200,
          expected,
          'no-store',
        ]);
      }
      const reads = (await auditOf(slug)).filter(({ action }) => action === 'read_shipment');
      expect(reads.map(({ actor }) => actor)).toEqual(['fulfilment', 'admin', 'fulfilment']);
      expect(reads[0]).toMatchObject({
        from_state: 'shipment_submitted',
        to_state: 'shipment_submitted',
        reason: null,
      });
    });

    it('is hidden from everybody else, even its owner and reviewers', async () => {
      const slug = await projectIn('approved_to_ship');
      await submit(slug);
      for (const by of [owner, other, reviewer])
        expect((await by.refused('GET', `/admin/projects/${slug}/shipment`)).body.error).toBe('FORBIDDEN');
      expect((await auditOf(slug)).filter(({ action }) => action === 'read_shipment')).toEqual([]);
    });

    it('is not found without a shipment or a project', async () => {
      const slug = await projectIn('approved_to_ship');
      const none = await fulfilment.refused('GET', `/admin/projects/${slug}/shipment`);
      expect([none.status, none.body.error]).toEqual([404, 'SHIPMENT_NOT_FOUND']);
      expect((await fulfilment.refused('GET', '/admin/projects/nowhere/shipment')).body.error).toBe(
        'PROJECT_NOT_FOUND',
      );
    });

    it('is refused if any part was changed, or came from another project', async () => {
      const [slug, another] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship')];
      await submit(slug);
      await submit(another, { ...RECIPIENT, recipient_name: 'Bo' });
      await stack.query(
        'submission',
        `UPDATE shipments SET (master_key_id, wrapped_key, recipient) = (SELECT master_key_id, wrapped_key, recipient FROM shipments s WHERE s.project_id = $2) WHERE project_id = $1`,
        [await idOf(slug), await idOf(another)],
      );
      const answer = await fulfilment.refused('GET', `/admin/projects/${slug}/shipment`);
      expect([answer.status, answer.body.error, answer.text.includes('Bo')]).toEqual([500, 'INTERNAL', false]);
      expect((await auditOf(slug)).filter(({ action }) => action === 'read_shipment')).toEqual([]);
    });
  });
});
