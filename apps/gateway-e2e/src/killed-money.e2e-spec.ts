import { randomInt } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import {
  fakeCatalog,
  type FakeSupplier,
  randomNumbers,
  startFakeSupplier,
  type TestStack,
  waitUntil,
} from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, Operator } from './gateway-client';
import { GatewayReplica, REPLICA_KEYS } from './gateway-replica';
import { startGatewayStack } from './gateway-stack';
import { type HeardAnswer, PayingClients } from './paying-clients';

/** `npm run soak` uses more. */
const KILLS = Number(process.env.KILL_ROUNDS ?? 3);
const RESTARTS = 2;
const SEED = Number(process.env.KILL_SEED ?? randomInt(2 ** 31));
const CLIENTS = 16;
const AT_MOST_MS = 1_500;
/** A supplier takes its time, so a process that dies has many calls under way. */
const ANSWERS_WITHIN_MS = 600;

/**
 * 16 clients call two gateway processes while processes or Postgres are killed at random. Each answer that a client
 * received is in the ledger once, at its stated cost. Otherwise only answers that broke on their way are charged. No
 * money stays held.
 */
describe(`money under load (KILL_SEED=${SEED})`, () => {
  const environment = { PROCESS_DEAD_AFTER_SECONDS: '3' };
  const random = randomNumbers(SEED);
  let supplier: FakeSupplier;
  let stack: TestStack;
  let operator: Operator;
  let admin: Admin;
  let replicas: GatewayReplica[];
  let urls: string[];

  beforeAll(async () => {
    supplier = await startFakeSupplier({
      byDefault: () => ({ kind: 'answer', after: after(random() * ANSWERS_WITHIN_MS) }),
    });
    stack = await startGatewayStack({
      starts: ['gateway'],
      catalog: fakeCatalog(supplier),
      environment: { ...REPLICA_KEYS, ...environment },
    });
    operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    admin = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);
    replicas = await Promise.all([0, 1].map(() => GatewayReplica.start(stack, environment)));
    urls = replicas.map(({ url }) => url);
  });

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.end('SIGTERM')));
    await stack.stop();
    await supplier.close();
  });

  it(`is right after kill -9, ${KILLS} times`, async () => {
    const { clients, expectBooks } = await startClients();
    for (let round = 1; round <= KILLS; round += 1) {
      const heard = clients.heard.length;
      await waitUntil(
        () => Promise.resolve(clients.heard.length),
        (count) => count >= heard + CLIENTS,
      );
      await after(random() * AT_MOST_MS);
      await replaceKilled(Math.floor(random() * replicas.length));
    }
    await clients.stop();
    await expectBooks();
  });

  it(`is right after Postgres was gone at once, ${RESTARTS} times`, async () => {
    const { clients, expectBooks } = await startClients();
    for (let round = 1; round <= RESTARTS; round += 1) {
      const heard = clients.heard.length;
      await waitUntil(
        () => Promise.resolve(clients.heard.length),
        (count) => count >= heard + 4 * CLIENTS,
      );
      const blocks = await stack.query('gateway', 'SELECT FROM hold_blocks WHERE spare AND amount_nano > 0');
      expect(blocks.length).toBeGreaterThan(1);
      const restarted = stack.postgres.restarted();
      // The same as `pg_ctl restart -m immediate`.
      stack.postgres.kill('SIGQUIT');
      await restarted;
    }
    const heard = clients.heard.length;
    await waitUntil(
      () => Promise.resolve(clients.heard.length),
      (count) => count >= heard + 4 * CLIENTS,
    );
    await clients.stop();
    await expectBooks();
  });

  /** Customers: rich, running out of money, with a budget, and repeating until answered. */
  async function startClients() {
    const [rich, poor, bounded, keyed] = await Promise.all([
      admin.customer('1000'),
      admin.customer('0.01'),
      admin.customer('1000', { budget: { amount_cny: '0.02', period: 'month' } }),
      admin.customer('1000'),
    ]);
    const keys = [rich, rich, rich, poor, bounded, { ...keyed, isKeyed: true }, rich, { ...keyed, isKeyed: true }];
    const clients = new PayingClients(urls, keys, random);
    clients.start(CLIENTS);
    const expectBooks = async () => {
      const { drift_cny, mismatches } = await operator.settledBooks();
      expect([nanoOf(drift_cny), mismatches]).toEqual([0n, []]);
      const customerIds = [rich, poor, bounded, keyed].map(({ customerId }) => customerId);
      await expectChargedOnce(clients, customerIds);
      expect(await chargedOf([keyed.customerId])).toBe(clients.keyedNano.get(keyed.secret));
      expect(await chargedOf([bounded.customerId])).toBeLessThanOrEqual(nanoOf('0.02'));
      const [{ lowest } = {}] = await stack.query('gateway', 'SELECT min(balance_nano)::text AS lowest FROM customers');
      expect(BigInt(String(lowest))).toBeGreaterThanOrEqual(0n);
    };
    return { clients, expectBooks };
  }

  async function replaceKilled(at: number): Promise<void> {
    const victim = replicas[at];
    if (!victim) throw new Error('There is no such replica');
    const ended = victim.end('SIGKILL');
    urls.splice(urls.indexOf(victim.url), 1);
    await ended;
    const replica = await GatewayReplica.start(stack, environment);
    replicas[at] = replica;
    urls.push(replica.url);
  }

  async function expectChargedOnce(
    { heard, unfinished, undocumented, refused }: PayingClients,
    customerIds: string[],
  ): Promise<void> {
    const rows = await stack.query(
      'gateway',
      `SELECT request_id, array_agg(account || ' ' || (amount_nano)::text ORDER BY account) AS rows
       FROM ledger_entries WHERE customer_id = ANY ($1) AND kind = 'charge' GROUP BY request_id`,
      [customerIds],
    );
    const charged = new Map(rows.map((row) => [String(row.request_id), row.rows]));
    const wrong = heard.filter(
      ({ requestId, costNano }) => JSON.stringify(charged.get(requestId)) !== JSON.stringify(rowsOf(costNano)),
    );
    expect(wrong).toEqual([]);
    expect(new Set(heard.map(({ requestId }) => requestId)).size).toBe(heard.length);
    // Charged, but lost on the way: at most as many as clients saw break.
    const unheard = charged.size - heard.length;
    expect(unheard).toBeLessThanOrEqual(unfinished);
    expect(undocumented).toEqual([]);
    expect([...refused.keys()].filter((reason) => !PASSING.includes(reason))).toEqual([]);
    if (process.env.KILL_ROUNDS !== undefined)
      process.stdout.write(`${heard.length} answers, ${unheard} charged and not heard, ${unfinished} broken or left\n`);
  }

  async function chargedOf(customerIds: string[]): Promise<bigint> {
    const [row] = await stack.query(
      'gateway',
      `SELECT COALESCE(sum(-amount_nano), 0)::text AS nano FROM ledger_entries WHERE customer_id = ANY ($1) AND account = 'customer' AND kind = 'charge'`,
      [customerIds],
    );
    return BigInt(String(row?.nano));
  }
});

/**
 * Allowed while processes and Postgres restart and money ends. The machine is shared, so the supplier may be late,
 * which costs nobody anything.
 */
const PASSING = [
  '429 insufficient_quota',
  '409 idempotency_in_progress',
  '503 service_unavailable',
  '504 upstream_timeout',
];

const rowsOf = (costNano: HeardAnswer['costNano']) => [`customer ${-costNano}`, `revenue ${costNano}`];
