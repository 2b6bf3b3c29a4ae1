import { callApi, sharedStack, StalledBody, waitUntil } from '@shipyard/testing';
import type { OpenAiFailure } from './gateway-client';
import { Admin } from './admin-client';
import { GatewayReplica } from './gateway-replica';

const CLIENTS = 100;
const BUDGET_BYTES = 32 * 1024 * 1024;
const SENT_BYTES = 512 * 1024;

describe('bodies that stall or are too large', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const headers = { authorization: `Bearer ${credentials.enterprise_key}`, 'content-type': 'application/json' };
  const owner = new Admin(stack.gatewayUrl, credentials.gateway_admin_key);
  let replica: GatewayReplica;

  beforeAll(async () => {
    replica = await GatewayReplica.start(stack, {});
  });

  // What a killed one has reserved would be held for half a minute, for which later suites wait.
  afterAll(() => replica.end('SIGTERM'));

  const chat = (messages: unknown) =>
    callApi<OpenAiFailure>(replica.url, 'POST', '/v1/chat/completions', {
      headers,
      body: JSON.stringify({ model: 'sandbox-chat', messages }),
    });
  const hello = [{ role: 'user', content: 'Hello' }];

  it.each(['/v1/chat/completions', '/v1/images/generations'])(
    'a hundred stalled bodies at %s use at most 32 MiB together, and do not block others',
    async (path) => {
      const beginning = Buffer.from(`{"model":"${'x'.repeat(SENT_BYTES)}`);
      const stalled: StalledBody[] = [];
      try {
        for (let client = 0; client < CLIENTS; client += 1) {
          stalled.push(
            await StalledBody.send(
              replica.url,
              'POST',
              path,
              { ...headers, 'content-length': String(8 * 1024 * 1024) },
              beginning,
            ),
          );
        }
        const held = () => stalled.filter(({ status }) => status === null).length * SENT_BYTES;
        await waitUntil(
          () => Promise.resolve(held()),
          (bytes) => bytes <= BUDGET_BYTES,
        );
        const refused = stalled.filter(({ status }) => status !== null);
        expect(refused.length).toBeGreaterThan(0);
        for (const body of refused) {
          expect(body.answer).toMatch(/^HTTP\/1\.1 503 /);
          expect(body.answer).toMatch(/\r\nretry-after: \d+\r\n/i);
          expect(body.answer).toContain('"code":"server_overloaded"');
          await body.assertDocumented();
        }
        await waitUntil(
          () => chat(hello),
          ({ status }) => status === 200,
        );
        expect(held()).toBeGreaterThan(0);
      } finally {
        for (const body of stalled) body.leave();
      }
    },
  );

  describe('that announce 20 MiB', () => {
    const announced: StalledBody[] = [];
    const announce = async (secret: string) => {
      const length = String(20 * 1024 * 1024);
      const sent = { ...headers, authorization: `Bearer ${secret}`, 'content-length': length };
      const body = await StalledBody.send(replica.url, 'POST', '/v1/chat/completions', sent, Buffer.from('{'));
      announced.push(body);
      return body;
    };
    const refusals = (count: number) =>
      waitUntil(
        () => Promise.resolve(announced.filter(({ status }) => status !== null)),
        (found) => found.length >= count,
      );
    const expectOverloaded = async (refused: StalledBody) => {
      expect(refused.answer).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: \d+\r\n/is);
      expect(refused.answer).toContain('"code":"server_overloaded"');
      await refused.assertDocumented();
    };

    afterEach(() => announced.splice(0).forEach((body) => body.leave()));

    it('are refused before they are read, beyond the quarter of a customer, and block no other customer', async () => {
      // Not the customer of the tests above, whose bodies may still be leaving.
      const [greedy, { secret }] = [await owner.customer(), await owner.customer()];
      await Promise.all([1, 2, 3].map(() => announce(greedy.secret)));
      for (const refused of await refusals(2)) await expectOverloaded(refused);
      const { status } = await callApi(replica.url, 'POST', '/v1/chat/completions', {
        token: secret,
        json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'a'.repeat(1024 * 1024) }] },
      });
      expect([status, announced.filter(({ status: answered }) => answered === null).length]).toEqual([200, 1]);
      const small = { model: 'sandbox-chat', messages: hello };
      const said = await callApi(replica.url, 'POST', '/v1/chat/completions', { token: greedy.secret, json: small });
      expect(said.status).toBe(200);
    });

    it('are refused beyond the budget of the process, and block others only briefly', async () => {
      const customers = await Promise.all(Array.from({ length: 7 }, () => owner.customer()));
      // Six fill the 128 MiB.
      await Promise.all(customers.map(({ secret }) => announce(secret)));
      const [refused, ...more] = await refusals(1);
      expect(more).toEqual([]);
      if (refused) await expectOverloaded(refused);
      expect((await chat(hello)).status).toBe(200);
      // They send nothing.
      await waitUntil(
        () => chat([{ role: 'user', content: 'a'.repeat(1024 * 1024) }]),
        ({ status }) => status !== 503,
      );
    });
  });

  it.each([
    ['fields', () => Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))],
    ['items', () => Array.from({ length: 900_000 }, () => 1)],
    ['lists in lists', () => [Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => []))]],
  ])('too many %s in a chat are refused', async (_, value) => {
    const { status, body } = await chat(value());
    expect([status, body.error.code, body.error.param, body.error.message]).toEqual([
      400,
      'invalid_value',
      'body',
      'body must have at most 50000 fields and items in all.',
    ]);
  });

  it('a long conversation with many tools is accepted', async () => {
    const messages = Array.from({ length: 5_000 }, () => ({ role: 'user', content: [{ type: 'text', text: 'a' }] }));
    expect((await chat(messages)).status).toBe(200);
  });
});
