import { type TestStack } from '@shipyard/testing';
import { officialClient } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

describe('the migrations of the gateway service', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startGatewayStack();
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

  /** A statement, its correction, two refunds of one charge, a customer with a credit line and limits, and a key that manages keys. */
  const serveCustomers = async () => {
    await stack.query(
      'gateway',
      `WITH charge AS (
         SELECT * FROM ledger_entries WHERE kind = 'charge' AND account = 'customer' LIMIT 1
       ), refund AS (
         INSERT INTO refunds (id, request_id, place, customer_id, key_id, model, charged_at, amount_nano, refunded_nano, charged_nano, reason)
         SELECT gen_random_uuid(), request_id, place, customer_id, key_id, model, created_at, 1, place, -amount_nano, 'x'
         FROM charge, generate_series(1, 2) AS place RETURNING *
       )
       INSERT INTO ledger_entries (id, request_id, customer_id, key_id, model, account, kind, amount_nano, refund_id)
       SELECT gen_random_uuid(), request_id, customer_id, key_id, model, account, 'credit', nano, refund.id
       FROM refund, (VALUES ('customer', 1), ('revenue', -1)) AS entry (account, nano)`,
    );
    await stack.query(
      'gateway',
      `UPDATE customers SET credit_line_nano = 5, overdue_at = now(), limit_rpm = 5, spend_day_nano = 5`,
    );
    await stack.query('gateway', `UPDATE enterprise_keys SET scopes = scopes || '{keys}', allowed_terms = '{}'`);
    await stack.query(
      'gateway',
      `INSERT INTO statements (id, number, customer_id, customer_name, month, time_zone, starts_at, ends_at, lines, total_nano, corrects, reason)
       SELECT gen_random_uuid(), number, (SELECT id FROM customers LIMIT 1), 'x', '2026-01-01', 'UTC', '2026-01-01', '2026-02-01', '[]', 0, corrects, reason
       FROM (VALUES (1, NULL, NULL), (2, 1, 'x')) AS statement (number, corrects, reason)`,
    );
    await stack.query(
      'gateway',
      `INSERT INTO change_entries (id, actor_kind, actor_id, actor_name, request_id, action, subject_id)
       SELECT gen_random_uuid(), 'enterprise_key', id, name, 'none', 'key.update', id FROM enterprise_keys`,
    );
  };

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
    await serveCustomers();
    await sellLaterProduct();
    for (const process of Object.values(stack.processes)) await process.pause();
    const before = await stack.describeSchema('gateway');
    expect(before.filter((line) => line.startsWith('trigger'))).not.toEqual([]);

    await expect(stack.revert('gateway', 'CreateNothing')).rejects.toThrow(/begins with "CreateNothing"/);
    expect(await stack.describeSchema('gateway')).toEqual(before);

    const reverted = await stack.revert('gateway', 'CreateCustomersAndKeys');
    expect(reverted.length).toBeGreaterThan(3);
    const left = await stack.describeSchema('gateway');
    expect(left.filter((line) => !line.includes('migrations') && !line.includes('PK_'))).toEqual([]);

    await stack.prepare('gateway');
    expect(await stack.describeSchema('gateway')).toEqual(before);
    await stack.prepare('gateway');
  });
});
