import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import type { OwnStack } from './own-stack';
import { LONG_README, type StatusView } from './participant';
import { type ShipmentInput, shippingParties, type StaffShipment } from './shipment';
import { holdsText, readDatabase, readFileOrNull, readRedis } from './stored-texts';

const PERSON = { name: 'Zoltán Kéthelyi', phone: '+36 1 555 019 283', street: 'Rózsa utca 77' };
const RECIPIENT: ShipmentInput = {
  recipient_name: PERSON.name,
  recipient_phone: PERSON.phone,
  recipient_address: `${PERSON.street}\n1064 Budapest`,
};
/** The service stores that a guardian consented, but not the words. */
const CONFIRMED = { ...RECIPIENT, guardian_confirmed: true };
/** The search must find this public text, or it proves nothing. */
const CONTROL = `Öffentlich ${randomUUID()}`;

export function describeRecipientLeaks(own: OwnStack): void {
  let stack: TestStack;

  beforeAll(() => {
    stack = own.stack;
  });

  async function metrics(): Promise<Buffer> {
    const first = stack.view.metricsPort;
    if (first === null) throw new Error('This stack has no metrics');
    const pages = await Promise.all(
      [0, 1, 2, 3].map(async (at) => (await fetch(`http://127.0.0.1:${first + at}/metrics`)).text()),
    );
    return Buffer.from(pages.join('\n'));
  }

  /** Searches everything that a process stores: databases, files, logs and write-ahead logs. */
  async function placesOf(texts: string[]): Promise<Record<string, string[]>> {
    const places: [string, Buffer][] = [
      ['database of submission', await readDatabase(stack, 'submission')],
      ['database of gateway', await readDatabase(stack, 'gateway')],
      ['metrics', await metrics()],
    ];
    if (stack.view.redisUrl !== null) {
      const redis = await connectRedis(stack.view.redisUrl, createLogger('test'));
      places.push(['redis', await readRedis(redis)]);
      redis.disconnect();
    }
    const found: Record<string, string[]> = Object.fromEntries(texts.map((text) => [text, []]));
    const look = (place: string, contents: Buffer) => {
      for (const text of texts) if (holdsText(contents, text)) found[text]?.push(place);
    };
    for (const [place, contents] of places) look(place, contents);
    for (const entry of readdirSync(stack.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const contents = readFileOrNull(file);
      if (contents) look(path.relative(stack.dataDir, file), contents);
    }
    return found;
  }

  async function expectNoTrace(): Promise<void> {
    const found = await placesOf([...Object.values(PERSON), CONTROL]);
    expect(Object.fromEntries(Object.values(PERSON).map((text) => [text, found[text]]))).toEqual(
      Object.fromEntries(Object.values(PERSON).map((text) => [text, []])),
    );
    expect(found[CONTROL]).toContain('database of submission');
    // The write-ahead log has everything that was ever committed.
    expect(found[CONTROL]?.some((place) => place.includes('pg_wal'))).toBe(true);
  }

  it('is nowhere in plain text, from submission to shipping', async () => {
    const { minor, fulfilment, reviewer } = shippingParties(stack);
    const slug = await minor.createReadyProject(LONG_README);
    await minor.call('PATCH', `/projects/${slug}`, { json: { tagline: CONTROL } });
    await minor.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => minor.status(slug),
      ({ state }) => state === 'recommended',
    );
    const send = (json: unknown, headers: Record<string, string> = {}) =>
      minor.refused('POST', `/projects/${slug}/shipment`, { json, headers });

    // Too early, without consent, and with errors of every kind.
    const early = [
      await send(CONFIRMED),
      await send(RECIPIENT),
      await send({ ...CONFIRMED, recipient_phone: PERSON.phone.repeat(9) }),
    ];
    early.push(
      await send({ ...CONFIRMED, recipient_address: `${PERSON.street}\0` }),
      await send({ ...CONFIRMED, recipient_mail: PERSON.name }),
    );
    const whole = JSON.stringify(CONFIRMED);
    for (const body of [whole.slice(0, -1), `${whole}${PERSON.name}`, PERSON.name]) {
      early.push(
        await minor.refused('POST', `/projects/${slug}/shipment`, {
          body,
          headers: { 'content-type': 'application/json' },
        }),
      );
    }
    expect(early.map(({ body }) => body.error)).toEqual([
      'SHIPMENT_NOT_ALLOWED',
      'GUARDIAN_CONSENT_REQUIRED',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'MALFORMED_BODY',
      'MALFORMED_BODY',
      'MALFORMED_BODY',
    ]);

    expect((await reviewer.call('POST', `/admin/projects/${slug}/approve`)).status).toBe(200);
    // Postgres logs a refused statement, which could include the failing row.
    await stack.query(
      'submission',
      'ALTER TABLE shipments ADD CONSTRAINT refused CHECK (submitted_at IS NULL) NOT VALID',
    );
    const failed = await send(CONFIRMED);
    await stack.query('submission', 'ALTER TABLE shipments DROP CONSTRAINT refused');
    expect(failed.body.error).toBe('INTERNAL');

    const headers = { 'idempotency-key': randomUUID() };
    const answers = [
      await send(CONFIRMED, headers),
      await send(CONFIRMED, headers),
      await send({ ...CONFIRMED, recipient_phone: `${PERSON.phone} 0` }, headers),
      await send(CONFIRMED),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200]);
    for (const { text } of [...early, failed, ...answers])
      for (const secret of Object.values(PERSON)) expect(text).not.toContain(secret);
    await expectNoTrace();
    // The failure above is in the log, and its row is not.
    const log = await stack.readPostgresLog();
    expect(log).toContain('"refused"');
    expect(log).not.toMatch(/Failing row|DETAIL:|STATEMENT:/);

    const read = await fulfilment.call<StaffShipment>('GET', `/admin/projects/${slug}/shipment`);
    expect(read.body.data.shipment).toMatchObject(CONFIRMED);
    const shipped = await fulfilment.call('POST', `/admin/projects/${slug}/ship`, {
      json: { carrier: 'Post', tracking: `RR${randomUUID()}` },
    });
    expect(shipped.status).toBe(200);
    for (const by of [minor, fulfilment]) {
      for (const address of [`/projects/${slug}/status`, `/projects/${slug}`, '/projects', '/accounts/me']) {
        for (const secret of Object.values(PERSON)) expect((await by.call('GET', address)).text).not.toContain(secret);
      }
    }
    expect(await stack.query('submission', 'SELECT FROM shipments')).toEqual([]);
    expect(await stack.query('submission', 'SELECT text_version FROM guardian_consents')).toHaveLength(2);
    await expectNoTrace();
  });

  it('shows the parcel to the owner, and to staff only that there was one', async () => {
    const { owner, fulfilment, reviewer, projectIn } = shippingParties(stack);
    const slug = await projectIn('approved_to_ship');
    await owner.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT });
    await fulfilment.call('POST', `/admin/projects/${slug}/ship`, { json: { carrier: 'Post', tracking: 'RR1' } });
    const seenBy = async (by: typeof owner) =>
      (await by.call<StatusView & { shipment: object | null }>('GET', `/projects/${slug}/status`)).body.data.shipment;
    expect(await seenBy(owner)).toEqual({
      submitted_at: expect.any(String) as string,
      carrier: 'Post',
      tracking: 'RR1',
    });
    for (const staff of [reviewer, fulfilment])
      expect(await seenBy(staff)).toEqual({
        submitted_at: expect.any(String) as string,
        carrier: null,
        tracking: null,
      });
    for (const address of [`/projects/${slug}`, '/projects'])
      expect((await callApi(stack.credentials.submission_url, 'GET', address)).text).not.toContain('RR1');
    await fulfilment.call('POST', `/admin/projects/${slug}/reship`, { json: { reason: 'It came back' } });
    expect(await seenBy(owner)).toBeNull();
  });
}
