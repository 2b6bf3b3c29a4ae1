import { sharedStack } from '@shipyard/testing';

/** An attacker in a process of the gateway has only its database role. */
describe('the role that the gateway serves with', () => {
  const stack = sharedStack();

  it.each([
    'CREATE TABLE mine (id int)',
    'CREATE TABLE gateway.mine (id int)',
    'CREATE SCHEMA mine',
    `CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'CREATE TRIGGER mine BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()',
    'ALTER TABLE ledger_entries ADD mine int',
    'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
    'ALTER TABLE change_entries DISABLE TRIGGER USER',
    'DROP TABLE ledger_entries',
    'DROP TRIGGER ledger_entries_append_only ON ledger_entries',
    'TRUNCATE customers CASCADE',
    'TRUNCATE ledger_entries',
    `SET session_replication_role = 'replica'`,
    'SET ROLE shipyard_gateway_owner',
    'UPDATE ledger_entries SET amount_nano = 0',
    'DELETE FROM ledger_entries',
    `UPDATE change_entries SET actor_name = 'B'`,
    'DELETE FROM change_entries',
    'UPDATE prices SET price_nano = 0',
    `INSERT INTO migrations (timestamp, name) VALUES (1, 'mine')`,
    'SELECT FROM submission.accounts',
  ])('cannot do: %s', async (statement) => {
    await expect(stack.queryAsServing('gateway', statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('cannot delete a price that has started', async () => {
    await expect(stack.queryAsServing('gateway', 'DELETE FROM prices')).rejects.toThrow(
      'A price that has started is never deleted',
    );
  });

  it('has rights on rows only, and owns nothing', async () => {
    const rights = await stack.queryAsServing(
      'gateway',
      `SELECT DISTINCT privilege_type FROM information_schema.role_table_grants WHERE grantee = current_user AND privilege_type IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')`,
    );
    expect(rights).toEqual([]);
    const owned = `SELECT (SELECT count(*) FROM pg_class WHERE relowner = me.oid) + (SELECT count(*) FROM pg_proc WHERE proowner = me.oid) + (SELECT count(*) FROM pg_namespace WHERE nspowner = me.oid) AS things
      FROM pg_roles me WHERE rolname = current_user`;
    expect(await stack.queryAsServing('gateway', owned)).toEqual([{ things: '0' }]);
  });
});
