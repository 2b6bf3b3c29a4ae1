import { randomBytes, randomUUID } from 'node:crypto';
import { access, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { GatewayReplica } from './gateway-replica';

/** Rows on each side of their expiry. A worker sweeps when it starts. */
describe('a worker deletes', () => {
  const stack = sharedStack();
  const store = path.join(stack.dataDir, 'store/gateway');
  let worker: GatewayReplica | undefined;

  const sweep = async () => {
    worker = await GatewayReplica.start(stack, {}, 'worker');
  };

  const made: string[] = [];
  const rows: string[] = [];

  // Other suites count the objects in the store.
  afterEach(async () => {
    await worker?.end('SIGTERM');
    await Promise.all(made.map((file) => rm(file, { force: true })));
    await stack.query('gateway', 'DELETE FROM image_files WHERE id = ANY ($1::uuid[])', [rows]);
  });

  const rowsOf = async (table: string, column: string, ids: string[]) => {
    const rows = await stack.query('gateway', `SELECT ${column} AS id FROM ${table} WHERE ${column}::text = ANY ($1)`, [
      ids,
    ]);
    return rows.map(({ id }) => String(id)).sort();
  };

  it('days of the request log after 90 days, answers of Idempotency-Keys and images when they expire', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    const both = [old, young];
    const [{ id: customerId } = {}] = await stack.query('gateway', 'SELECT id FROM customers LIMIT 1');
    for (const [id, logged, expires] of [
      [old, '91 days 1 minute', '-1 minute'],
      [young, '89 days 23 hours', '1 minute'],
    ] as const) {
      await stack.query(
        'gateway',
        `INSERT INTO request_log (request_id, at, endpoint, status, latency_ms) VALUES ($1, now() - $2::interval, 'chat', 200, 1)`,
        [id, logged],
      );
      await stack.query(
        'gateway',
        `INSERT INTO keyed_calls (customer_id, key_hash, master_key_id, fingerprint, claim_id, request_id, process_id, expires_at)
         VALUES ($1, $2, 'k', $2, $3::uuid, $3::text, $3::uuid, now() + $4::interval)`,
        [customerId, randomBytes(32), id, expires],
      );
      await stack.query(
        'gateway',
        `INSERT INTO idempotency_keys (owner_id, key_hash, fingerprint_key_id, fingerprint, claim_id, answer, expires_at)
         VALUES ($1, $2, 'k', $2, $1, $2, now() + $3::interval)`,
        [id, randomBytes(32), expires],
      );
      await stack.query(
        'gateway',
        `INSERT INTO image_files (id, position, extension, bytes, expires_at) VALUES ($1, 0, 'png', 4, now() + $2::interval)`,
        [id, expires],
      );
      await mkdir(path.join(store, 'images'), { recursive: true });
      await writeFile(path.join(store, 'images', `${id}.png`), 'here');
      made.push(path.join(store, 'images', `${id}.png`));
      rows.push(id);
    }
    await sweep();
    const kept = () =>
      Promise.all([
        rowsOf('request_log', 'request_id', both),
        rowsOf('keyed_calls', 'claim_id', both),
        rowsOf('idempotency_keys', 'claim_id', both),
        rowsOf('image_files', 'id', both),
      ]);
    expect(await waitUntil(kept, (left) => left.every(({ length }) => length === 1))).toEqual([
      [young],
      [young],
      [young],
      [young],
    ]);
    expect(await Promise.all(both.map((id) => isThere(path.join(store, 'images', `${id}.png`))))).toEqual([
      false,
      true,
    ]);
    await stack.query('gateway', 'DELETE FROM request_log WHERE request_id = $1', [young]);
  });

  it('events of webhooks after 90 days, but no balance that is still low', async () => {
    const [old, low, young] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [id, type, days] of [
      [old, 'key.expiring', 91],
      [low, 'balance.low', 91],
      [young, 'key.expiring', 89],
    ] as const)
      await stack.query(
        'gateway',
        `INSERT INTO webhook_events (id, type, subject, data, created_at) VALUES ($1::uuid, $2, $1::text, '{}', now() - make_interval(days => $3))`,
        [id, type, days],
      );
    await sweep();
    const kept = () => rowsOf('webhook_events', 'id', [old, low, young]);
    expect(await waitUntil(kept, ({ length }) => length < 3)).toEqual([low, young].sort());
    await stack.query('gateway', 'DELETE FROM webhook_events WHERE id = ANY ($1::uuid[])', [[low, young]]);
  });

  it('objects without a row that are older than an hour, and nothing else', async () => {
    const file = async (key: string, ageMinutes: number) => {
      const place = path.join(store, key);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, 'left behind');
      made.push(place);
      const at = new Date(Date.now() - ageMinutes * 60_000);
      await utimes(place, at, at);
      return place;
    };
    const named = randomUUID();
    rows.push(named);
    await stack.query(
      'gateway',
      `INSERT INTO image_files (id, position, extension, bytes, expires_at) VALUES ($1, 0, 'png', 11, now() + interval '1 hour')`,
      [named],
    );
    const stays = [
      await file(`images/${named}.png`, 61),
      await file(`images/${randomUUID()}.png`, 50),
      await file(`.tmp/${randomUUID()}`, 50),
    ];
    const goes = [
      await file(`images/${randomUUID()}.webp`, 61),
      await file(`images/${named}.jpg`, 61),
      await file(`.tmp/${randomUUID()}`, 61),
    ];
    await sweep();
    await waitUntil(
      () => Promise.all(goes.map(isThere)),
      (there) => !there.includes(true),
    );
    expect(await Promise.all(stays.map(isThere))).toEqual(stays.map(() => true));
  });
});

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
