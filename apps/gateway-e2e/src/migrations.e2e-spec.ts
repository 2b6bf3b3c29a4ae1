import { type TestStack } from '@shipyard/testing';
import { CommerceRows } from './commerce-rows';
import { officialClient } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

describe('the migrations of the gateway service', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startGatewayStack({ starts: ['gateway'] });
  });

  afterAll(() => stack.stop());

  /** Writes several losses for one request. */
  const loseOften = () =>
    stack.query(
      'gateway',
      `INSERT INTO ledger_entries (id, request_id, customer_id, key_id, model, account, kind, reason, amount_nano, route_id)
       SELECT gen_random_uuid(), 'lost often', charge.customer_id, charge.key_id, charge.model, loss.account, 'loss', loss.reason, 0, loss.route_id
       FROM (SELECT * FROM ledger_entries WHERE kind = 'charge' LIMIT 1) AS charge
         CROSS JOIN (SELECT account, 'abandoned' AS reason, id AS route_id FROM unnest(ARRAY['revenue', 'funding']) AS account, model_routes) AS loss`,
    );

  /** A product of a later version, whose keys and models stay after a rollback. */
  const sellLaterProduct = async () => {
    const inModel = () => stack.query('gateway', `UPDATE models SET product = 'later' WHERE id = 'sandbox-search'`);
    const inKeys = () => stack.query('gateway', `UPDATE enterprise_keys SET scopes = scopes || '{later}'`);
    await expect(inModel()).rejects.toMatchObject({ code: '23503' });
    await expect(inKeys()).rejects.toMatchObject({ code: '23514' });
    await stack.query('gateway', `INSERT INTO products VALUES ('later')`);
    await inModel();
    await inKeys();
  };

  it('revert with data, leave nothing, and restore the same schema', async () => {
    const client = officialClient(stack.gatewayUrl, stack.credentials.enterprise_key);
    await client.chat.completions.create({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] });
    await client.images.generate({ model: 'sandbox-image', prompt: 'a' });
    await stack.query('gateway', `UPDATE model_routes SET ignore_parameters = '{seed}'`);
    // Rows that the older schema would refuse.
    await stack.query(
      'gateway',
      `INSERT INTO prices (id, list_id, model_id, unit_type, unit_name, price_nano, position, effective_at)
       SELECT gen_random_uuid(), list_id, model_id, 'cache_write_1h_1k_tokens', 'a', 1, 99, effective_at
       FROM prices WHERE model_id = 'sandbox-chat' AND unit_type = 'input_1k_tokens'`,
    );
    await loseOften();
    await stack.query(
      'gateway',
      `INSERT INTO ledger_files (id, asked_by, ends_at, expires_at) VALUES (gen_random_uuid(), 'a', now(), now() + interval '1 day')`,
    );
    // They would give back what they have reserved.
    for (const process of Object.values(stack.processes)) await process.pause();
    const commerce = new CommerceRows(stack);
    await commerce.add();
    await sellLaterProduct();
    const before = await stack.describeSchema('gateway');
    expect(before.filter((line) => line.startsWith('trigger'))).not.toEqual([]);

    await expect(stack.revert('gateway', 'CreateNothing')).rejects.toThrow(/begins with "CreateNothing"/);
    expect(await stack.describeSchema('gateway')).toEqual(before);

    const kept = await commerce.readKept();
    expect(kept).toMatchObject({ balance: '-3', refunded: '2', changes: expect.any(Number) as number });
    await stack.revert('gateway', 'AddPriceLists');
    expect(await commerce.readKept()).toEqual(kept);
    await stack.prepare('gateway');
    expect(await stack.describeSchema('gateway')).toEqual(before);
    expect(await commerce.readKept()).toEqual(kept);
    expect(await commerce.readAdded()).toEqual(CommerceRows.NONE);
    expect(await commerce.readLine()).toBe('3');

    const reverted = await stack.revert('gateway', 'CreateCustomersAndKeys');
    expect(reverted.length).toBeGreaterThan(3);
    const left = await stack.describeSchema('gateway');
    expect(left.filter((line) => !line.includes('migrations') && !line.includes('PK_'))).toEqual([]);

    await stack.prepare('gateway');
    expect(await stack.describeSchema('gateway')).toEqual(before);
    // A partition that was made after all migrations.
    await stack.query(
      'gateway',
      `INSERT INTO request_log (request_id, at, endpoint, status, latency_ms) VALUES (gen_random_uuid(), now() - interval '20 days', 'a', 200, 1)`,
    );
    await stack.query('gateway', 'SELECT make_request_log_partitions()');
    expect(await stack.revert('gateway', 'SumUsageByHour')).toEqual([
      expect.stringContaining('ListRequestsByStatusAndModel'),
      expect.stringContaining('SumUsageByHour'),
    ]);
    await stack.prepare('gateway');
  });
});
