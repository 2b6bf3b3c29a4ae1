import type { QueryConfig } from 'pg';
import { PreparedStatements } from './prepared-statements';

describe('prepared statements behind a pooler', () => {
  const names: (string | undefined)[] = [];
  const opened = (code: string) => {
    names.length = 0;
    const query = ({ name }: QueryConfig) => {
      names.push(name);
      const refused = Object.assign(new Error('Refused'), { code });
      return name === undefined ? Promise.resolve({ rows: [{ one: 1 }] }) : Promise.reject(refused);
    };
    return new PreparedStatements((() => ({ query })) as unknown as ConstructorParameters<
      typeof PreparedStatements
    >[0]);
  };

  it.each(['26000', '42P05'])('are sent as text when a session refuses their name (%s)', async (code) => {
    const statements = opened(code);
    for (let at = 0; at < 2; at += 1) expect(await statements.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    expect(names).toEqual([expect.any(String), undefined, undefined]);
  });

  it('close what is idle when one was silent', async () => {
    const released: unknown[] = [];
    const pool = {
      idleCount: 2,
      query: () => Promise.reject(new Error('Query read timeout')),
      connect: () => Promise.resolve({ release: (destroy: boolean) => released.push(destroy) }),
    };
    const statements = new PreparedStatements(
      (() => pool) as unknown as ConstructorParameters<typeof PreparedStatements>[0],
    );
    await expect(statements.query('SELECT', [])).rejects.toThrow('timeout');
    await new Promise(setImmediate);
    expect(released).toEqual([true, true]);
  });

  it('are not repeated after another failure, because they may have been executed', async () => {
    await expect(opened('57P01').query('SELECT 1 AS one', [])).rejects.toThrow('Refused');
    expect(names).toHaveLength(1);
  });
});
