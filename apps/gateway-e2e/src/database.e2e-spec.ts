import { sharedStack } from '@shipyard/testing';

describe('the ledger in the database itself', () => {
  const stack = sharedStack();

  it.each(['UPDATE ledger_entries SET amount_nano = 0', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])('refuses %s', async (statement) => {
    await expect(stack.query('gateway', statement)).rejects.toThrow(/append-only/);
  });

  it('refuses a balance below what is held', async () => {
    await expect(stack.query('gateway', 'UPDATE customers SET held_nano = balance_nano + 1')).rejects.toThrow(/check constraint/);
  });
});
