import { callApi, sharedStack } from '@shipyard/testing';

describe('the ledger in the database itself', () => {
  const stack = sharedStack();

  it.each(['UPDATE ledger_entries SET amount_nano = 0', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])(
    'refuses %s',
    async (statement) => {
      await expect(stack.query('gateway', statement)).rejects.toThrow(/append-only/);
    },
  );

  it.each([
    ['a charge to a key of another customer', 'other.id, enterprise_keys.id', 'charge'],
    ['a charge to no key that there is', 'enterprise_keys.customer_id, gen_random_uuid()', 'charge'],
    ['a credit to no customer that there is', 'gen_random_uuid(), NULL', 'credit'],
  ])('refuses %s', async (_, customerAndKey, kind) => {
    const statement = `
      WITH other AS (INSERT INTO customers (id, name) VALUES (gen_random_uuid(), 'Other') RETURNING id)
      INSERT INTO ledger_entries (customer_id, key_id, kind, account, id, request_id, amount_nano)
      SELECT ${customerAndKey}, '${kind}', 'customer', gen_random_uuid(), gen_random_uuid(), 1 FROM other, enterprise_keys LIMIT 1`;
    await expect(stack.query('gateway', statement)).rejects.toThrow(/foreign key constraint "ledger_entries_of_/);
  });

  it('refuses to delete customers and keys that it names', async () => {
    const { enterprise_key } = stack.credentials;
    const json = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };
    await callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', { token: enterprise_key, json });
    const named = (column: string) =>
      `(SELECT ${column} FROM ledger_entries WHERE key_id IS NOT NULL AND key_id NOT IN (SELECT key_id FROM image_tasks) LIMIT 1)`;
    // One transaction, so that the reservations and budgets stay too.
    const removeKey = `DELETE FROM hold_blocks; DELETE FROM budget_windows; DELETE FROM enterprise_keys WHERE id = ${named('key_id')}`;
    await expect(stack.query('gateway', removeKey)).rejects.toThrow(/"ledger_entries_of_key"/);
    await expect(stack.query('gateway', `DELETE FROM customers WHERE id = ${named('customer_id')}`)).rejects.toThrow(
      /foreign key constraint/,
    );
  });

  it('refuses a balance below the held amount', async () => {
    await expect(stack.query('gateway', 'UPDATE customers SET held_nano = balance_nano + 1')).rejects.toThrow(
      /check constraint/,
    );
  });
});
